# One image for business and web nodes; docker-compose.yml says which is which.
FROM maven:3.9-eclipse-temurin-17 AS build
WORKDIR /src
COPY . .
RUN mvn -q -B -DskipTests package

FROM eclipse-temurin:17-jre
RUN useradd --system --no-create-home ha
COPY --from=build /src/loadtest/target/lib /opt/ha/lib
COPY --from=build /src/loadtest/target/loadtest-*.jar /opt/ha/lib/
USER ha
ENTRYPOINT ["java", "-Xmx160m", "-XX:+UseSerialGC", "-cp", "/opt/ha/lib/*", "org.g2cl.loadtest.command.Main"]
