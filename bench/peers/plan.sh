#!/bin/sh
# What a plan is with curl and jq. Usage: plan.sh FOLDER, of rules as JSON files: jq reads no YAML.
set -eu
live=$(printf 'API-Key: %s' "$INBOXCTL_API_KEY" | curl --fail --silent --show-error --max-time 60 --header @- "$INBOXCTL_BASE_URL/rules")
printf '%s' "$live" | jq --raw-output --slurp '
  def canonical:
    { name, runOnThreads: (if .runOnThreads == null then true else .runOnThreads end), condition, actions }
    | walk(if type == "object" then with_entries(select(.value != null and .value != {})) else . end);
  (.[0].rules | map(canonical | { (.name): . }) | add // {}) as $live
  | (.[1:] | map(canonical | { (.name): . }) | add // {}) as $declared
  | [ ($declared | keys[] | select(in($live) | not) | "+ " + .),
      ($declared | keys[] | select(in($live)) | select($declared[.] != $live[.]) | "~ " + .),
      ($live | keys[] | select(in($declared) | not) | "- " + .) ]
  | if . == [] then "No changes" else .[] end
' - "$1"/*.json
