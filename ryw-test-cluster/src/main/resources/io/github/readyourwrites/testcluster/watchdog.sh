# Ends the servers of a JVM that is gone and removes their folder, $1.
# Its standard input is a pipe whose other end only that JVM holds.
trap '' HUP INT TERM
cat >/dev/null

# Process numbers are used again: only a process that was started with a path in this folder is ended.
is_ours() {
  if [ -d /proc/self ]; then
    tr '\0' ' ' <"/proc/$2/cmdline" 2>/dev/null | grep -qF "$1/"
  else
    ps -o command= -p "$2" 2>/dev/null | grep -qF "$1/"
  fi
}

# Several rounds: a process that was just being started may show itself late.
for round in 1 2 3 4 5; do
  for file in "$1"/*/mysqld.pid; do
    pid=$(cat "$file" 2>/dev/null) && [ -n "$pid" ] && is_ours "$1" "$pid" && kill -9 "$pid"
  done
  rm -rf "$1"
  sleep 0.2
  [ -e "$1" ] || exit 0
done
