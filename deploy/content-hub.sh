#!/bin/sh
# sudo content-hub <command> [arguments]: runs one of src/app/commands, such as doctor or backup, as the user of the service
# and with its settings. See docs/running.md.
set -eu
exec systemd-run --quiet --collect --pipe --wait --uid=content-hub --working-directory=/opt/content-hub \
  --property=EnvironmentFile=/etc/content-hub.env --setenv=DATA_DIR=/var/lib/content-hub \
  /bin/sh -c 'command=$1; shift; exec node_modules/node-linux-*/bin/node "src/app/commands/$command.ts" "$@"' \
  sh "$@"
