# One image for business and web nodes; docker-compose.yml and docs/howto/kubernetes say which is which.
FROM maven:3.9-eclipse-temurin-17 AS build
WORKDIR /src
COPY . .
RUN --mount=type=cache,target=/root/.m2 mvn -q -B -DskipTests -pl loadtest -am package
# the database is a container of its own
RUN mkdir /ha && cp loadtest/target/lib/*.jar loadtest/target/loadtest-*.jar /ha/ && rm -f /ha/embedded-postgres-binaries-*

FROM eclipse-temurin:17-jre-alpine
COPY --from=build /ha /opt/ha
USER 10001:10001
WORKDIR /tmp
ENV JAVA_TOOL_OPTIONS="-XX:MaxRAMPercentage=60 -XX:+UseSerialGC -XX:+ExitOnOutOfMemoryError -Djava.net.preferIPv4Stack=true -Dsun.net.httpserver.maxReqTime=5 -Dsun.net.httpserver.maxRspTime=10"
ENTRYPOINT ["java", "-cp", "/opt/ha/*", "org.g2cl.loadtest.command.Main"]
