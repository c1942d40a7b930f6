#!/bin/sh
# Load for docker-compose.yml: clients with a cookie, and so a cart, of their own, each one ab -c 1.
# load.sh URL; the environment: CLIENTS, REQUESTS (of each).
set -u
url=$1
clients=${CLIENTS:-10}
requests=${REQUESTS:-2000}
out=$(mktemp -d)

i=1
while [ "$i" -le "$clients" ]; do
  (
    cookie=$(ab -q -n 1 -v 4 "$url" 2>/dev/null | sed -n 's/^Set-Cookie: \(JSESSIONID=[^;[:space:]]*\).*/\1/p' | head -n 1)
    if [ -z "$cookie" ]; then
      echo "client $i: $url gave no cart" >&2
      exit
    fi
    ab -q -k -l -n "$requests" -c 1 -C "$cookie" "$url" >"$out/$i" 2>&1
  ) &
  i=$((i + 1))
done
wait

awk '
  /^Complete requests:/ { done += $3 }
  /^Failed requests:/ { failed += $3 }
  /^Non-2xx responses:/ { failed += $3 }
  /^Requests per second:/ { rate += $4 }
  /^ *100%/ { if ($2 > longest) longest = $2 }
  END { printf "%d requests, %d failed, %.0f requests/s, longest %d ms\n", done, failed, rate, longest }
' "$out"/*
