package net.sf.jgcs.spi.jgroups;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.Optional;
import javax.xml.parsers.ParserConfigurationException;
import javax.xml.parsers.SAXParserFactory;
import org.xml.sax.InputSource;
import org.xml.sax.SAXException;
import org.xml.sax.SAXParseException;
import org.xml.sax.helpers.DefaultHandler;

/**
 * First place where a file is no XML, which JGroups does not tell: it reads on, and fails of what
 * it then lacks.
 */
final class XmlFault {
  private static final String NO_DOCTYPE = "http://apache.org/xml/features/disallow-doctype-decl";

  private XmlFault() {}

  /** Says where and what it is; empty when the file is XML. */
  static Optional<String> in(byte[] content) {
    try {
      SAXParserFactory factory = SAXParserFactory.newInstance();
      factory.setFeature(NO_DOCTYPE, true);
      InputSource source = new InputSource(new ByteArrayInputStream(content));
      factory.newSAXParser().parse(source, new DefaultHandler());
      return Optional.empty();
    } catch (SAXParseException e) {
      return Optional.of("line %d: %s".formatted(e.getLineNumber(), e.getMessage()));
    } catch (SAXException | IOException | ParserConfigurationException e) {
      return Optional.of(e.getMessage());
    }
  }
}
