CATALINA_OPTS="-Dg2cl.group=shop -Dg2cl.location=127.0.0.1:4201 -Dg2cl.bind-port=7801 -Dg2cl.peers=127.0.0.1:7801,127.0.0.1:7802"
