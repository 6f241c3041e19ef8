#!/bin/sh
# A judge without AI, to try `inboxctl test --update-judgments` with: a rule fits a mail if a word of five letters or more is
# in its instructions and in the subject. It is free and fast, and answers the same each time. It understands nothing:
# "everything but receipts" fits a receipt. It needs jq.
exec jq -c '
  def words: ascii_downcase | [scan("[a-z]{5,}")] | unique;
  (.mail.subject | words) as $subject
  | [ .rules[]
      | (.instructions | words) as $wanted
      | { name, common: ($subject - ($subject - $wanted)) }
      | select(.common != []) ]
  | {
      matches: map(.name),
      reason: ("words in common: " + (if . == [] then "none" else [.[].common[]] | unique | join(", ") end))
    }'
