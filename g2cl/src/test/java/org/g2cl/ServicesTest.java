package org.g2cl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Set;
import net.sf.jgcs.ControlSession;
import net.sf.jgcs.DataSession;
import net.sf.jgcs.GroupConfiguration;
import net.sf.jgcs.GroupException;
import net.sf.jgcs.Protocol;
import net.sf.jgcs.Service;
import net.sf.jgcs.ServiceNames;
import net.sf.jgcs.UnsupportedServiceException;
import org.junit.jupiter.api.Test;

class ServicesTest {
  private record Named(String name) implements Service {
    private static final long serialVersionUID = 1L;

    @Override
    public boolean satisfies(Service other) {
      return equals(other);
    }
  }

  private record Engine(Set<String> offered) implements Protocol {
    @Override
    public Service lookupService(String name) throws GroupException {
      return offered.contains(name) ? new Named(name) : Protocol.super.lookupService(name);
    }

    @Override
    public DataSession openDataSession(GroupConfiguration group) {
      throw new UnsupportedOperationException();
    }

    @Override
    public ControlSession openControlSession(GroupConfiguration group) {
      throw new UnsupportedOperationException();
    }

    @Override
    public void close() {}

    @Override
    public boolean isClosed() {
      return false;
    }
  }

  @Test
  void shouldLetTheNextStrongerServiceStandIn() throws Exception {
    var services = new Services(new Engine(Set.of(ServiceNames.FIFO, ServiceNames.SAFE)));
    assertThat(services.resolve(ServiceNames.UNORDERED).service())
        .isEqualTo(new Named(ServiceNames.FIFO));
    assertThat(services.resolve(ServiceNames.UNORDERED).order()).isEqualTo(Order.FIFO);
    assertThat(services.resolve(ServiceNames.TOTAL_ORDER).order()).isEqualTo(Order.SAFE);
    assertThat(services.resolve(ServiceNames.FIFO).order()).isEqualTo(Order.FIFO);
  }

  @Test
  void shouldNeverGiveAWeakerService() throws Exception {
    var services = new Services(new Engine(Set.of(ServiceNames.FIFO)));
    assertThatThrownBy(() -> services.resolve(ServiceNames.TOTAL_ORDER))
        .isInstanceOf(UnsupportedServiceException.class)
        .hasMessageContaining("'total-order' is needed");
  }
}
