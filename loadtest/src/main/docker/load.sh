#!/bin/sh
# Load for docker-compose.yml: clients with a cookie, and so a cart, of their own, each one ab -c 1.
# load.sh URL; the environment: CLIENTS, REQUESTS (of each).
# Exit codes: 0 all was answered well, 1 a request failed, or a client got no cart or gave up.
set -u
url=$1
clients=${CLIENTS:-10}
requests=${REQUESTS:-2000}
out=$(mktemp -d)

i=1
while [ "$i" -le "$clients" ]; do
  (
    : >"$out/$i"
    cookie=$(ab -q -n 1 -v 4 "$url" 2>/dev/null | sed -n 's/^Set-Cookie: \(JSESSIONID=[^;[:space:]]*\).*/\1/p' | head -n 1)
    if [ -z "$cookie" ]; then
      echo "client $i: $url gave no cart" >&2
      exit
    fi
    ab -q -k -l -n "$requests" -c 1 -C "$cookie" "$url" >"$out/$i" 2>&1 ||
      echo "client $i gave up: $(tail -n 2 "$out/$i" | tr '\n' ' ')" >&2
  ) &
  i=$((i + 1))
done
wait

awk -v clients="$clients" '
  /^Complete requests:/ { done += $3; ended++ }
  /^Total of [0-9]+ requests completed/ { done += $3 } # by a client that gave up
  /^Failed requests:/ { failed += $3 }
  /^Non-2xx responses:/ { failed += $3 }
  /^Requests per second:/ { rate += $4 }
  /^ *100%/ { if ($2 > longest) longest = $2 }
  END {
    printf "%d requests, %d failed, %.0f requests/s, longest %d ms; %d of %d clients came to their end\n",
      done, failed, rate, longest, ended, clients
    exit (failed > 0 || ended < clients)
  }
' "$out"/*
