/** The texts of a starting project. */
import { DEFAULT_RULES } from '../../model/default-rules.ts';

/** The project file, with every key explained or shown. Lines that are commented out are defaults or examples. */
export const PROJECT_FILE = `# The project file of inboxctl. Every key is optional. A key behind a # shows
# its default, or an example. \`inboxctl schema project\` prints a schema for editors.
version: 1

# Where the service is, and the variable that holds the API key. What is left out
# comes from INBOXCTL_BASE_URL and INBOXCTL_API_KEY.
# baseUrl: "https://mail.example.com/api/v1"
# apiKey: { env: INBOXCTL_API_KEY }

# Folders of rule files, or rule files, relative to this file.
rules: [rules]

# Live rules that no file declares: delete, keep, or declared-before, which
# deletes a rule only if the git history shows that it was declared once.
# undeclared: delete

# Names of live rules that are never touched. In all globs * is any run of
# characters. These are the service's own: the API cannot make them again. Leave out
# those that a file declares.
# ignore: ${JSON.stringify([...DEFAULT_RULES])}

# any: the order of actions does not count as a difference.
# actionOrder: exact

# Differences that never cause a replace.
# ignoreDifferences:
#   - { rule: "Archive *", fields: ["actions/*/fields/folderName"] }

# Conditions that are meant as they are: the warning about one ends with its line.
# acceptPitfalls:
#   - { rule: "From Jane", codes: [fits-display-names] }

# How many rules the AI of the service chooses for a mail: one or several.
# aiSelection: one

# The most rules that one apply deletes in an inbox: a number, or a share of the live rules.
# guard: { maxDeletes: "25%" }

# Forbids types of actions, mail to other addresses than these, webhooks on
# other hosts than these, and conditions that mean something else than they seem to.
# policy:
#   forbidActions: [DELETE]
#   forwardTo: ["*@example.com"]
#   webhookHosts: [hooks.example.com]
#   forbidPitfalls: true

# Folders of tests: sample mails, and what the rules do to them.
# tests: [tests]

# Several inboxes. Each may override every key above. Never write an API
# key here, only the name of the variable that holds it.
# accounts:
#   alice:
#     baseUrl: "https://mail.example.com/api/v1"
#     apiKey: { env: INBOXCTL_ALICE_KEY }
#     rules: [rules/common, rules/alice]
`;

/** A rule file that declares nothing until its lines are uncommented. */
export const EXAMPLE_RULE = `# An example. It declares nothing while its lines begin with \`#\`.
#
# name: Newsletters
# condition:
#   conditionalOperator: OR
#   static: { from: "@substack.com" }
#   aiInstructions: |
#     Newsletters and product updates that were sent to a list.
#     Not: receipts, and anything that was written to me alone.
# actions:
#   - type: LABEL
#     fields: { label: Newsletter }
#   - type: ARCHIVE
#     delayInMinutes: 1440
`;

/** A tests file without tests until its lines are uncommented. It fits the example rule. */
export const EXAMPLE_TEST = `# An example of tests: what the rules do to sample mails. \`inboxctl test\` checks
# them offline.
# A mail may be in a file, too: \`mail: { file: samples/issue.eml }\`. Samples
# need no bodies: rules do not read them. This adds a saved mail as a test, with
# the headers that rules read alone:
#   inboxctl explain --mail issue.eml --write-test tests/mails.yaml
# What follows tests nothing while its lines begin with \`#\`. Write the name of a
# rule of yours in place of Newsletters.
#
# tests:
#   - name: an issue from Substack is a newsletter
#     mail: { from: "Jane <jane@substack.com>", subject: Issue 12 }
#     expect: { Newsletters: matches }
#   - name: the AI decides about all other mail
#     mail: { from: sam@example.com, subject: Lunch }
#     expect: { Newsletters: ai }
`;

/** Snapshots, and files of a command that was killed. Both have rules as they were, with webhook URLs. */
export const IGNORED = ['.inboxctl/', '.inboxctl-*.tmp'];
