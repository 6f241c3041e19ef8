/** Mistakes with `inboxctl sandbox`: its port, its files, its faults. None of them starts one. */
import { type Mistake, mistake } from './mistake.ts';

const run = (...args: string[]) => ['sandbox', '--port', '0', ...args];
const inSeed = (did: string, seed: string, row: Parameters<typeof mistake>[2]) =>
  mistake(did, run('--seed', 'seed.json'), { files: { 'seed.json': seed }, ...row });
const INBOX = '{"op":"inbox","inbox":{"name":"default"}}\n';

export const MISTAKES: readonly Mistake[] = [
  mistake('a port that is a name', 'sandbox --port http', {
    says: ['--port', 'http', 'a whole number from 0 to 65535'],
  }),
  mistake('a port that does not exist', 'sandbox --port 70000', { says: ['--port', '70000', 'from 0 to 65535'] }),
  mistake('a seed that is not there', run('--seed', 'sed.json'), {
    says: ['The seed file sed.json cannot be read', 'it does not exist'],
  }),
  mistake('a folder as the seed', run('--seed', 'rules'), {
    says: ['The seed file rules cannot be read', 'it is a folder'],
  }),
  inSeed('an empty seed', '', {
    says: ['The seed seed.json is empty.', 'Leave --seed out', 'inboxctl schema sandbox'],
  }),
  inSeed('a seed that breaks off', '{\n  "rules": [\n', {
    says: ['seed.json:2:12', '2 | "rules": [', 'This `[` is never closed.', 'Write `]` where it ends.'],
    not: ['YAML'],
  }),
  inSeed('a seed with a comma missing', '{\n  "rules": []\n  "keys": []\n}', {
    says: ['seed.json:3:3', '3 | "keys": []', 'not valid JSON up to here', 'a comma'],
    not: ['YAML'],
  }),
  inSeed('a seed with a quote missing', '{"rules": [{"name": "A}]}', {
    says: ['seed.json:1:21', 'This quote is never closed.'],
  }),
  inSeed('a seed that is a list of rules', '[{ "name": "A" }]', {
    says: ['seed.json:1:1', 'The seed must be a mapping.', '{ "rules": [ … ] }'],
  }),
  inSeed('a misspelt key in a seed', '{ "rulez": [] }', {
    says: ['seed.json:1:3', '"rulez" is not a key of a seed.', 'Did you mean `rules`?'],
  }),
  inSeed('a key of rules on an inbox of a seed', '{ "inboxes": [{ "name": "alice", "enabled": true }] }', {
    says: ['seed.json:1:34', '"enabled" is not a key of an inbox.', 'It has: `name`, `provider`'],
  }),
  inSeed('a rule without a name in a seed', '{ "rules": [{ "name": "A" },\n  { "actions": [] }] }', {
    says: ['seed.json:2:5', '`rules[1].name` is missing.', 'Write a text'],
  }),
  inSeed('a name that is a number in a seed', '{ "rules": [{ "name": 7 }] }', {
    says: ['seed.json:1:23', 'Invalid value for `rules[0].name`: 7', 'Write a text, in quotes.'],
    not: ['Invalid input', 'expected string'],
  }),
  inSeed('a time in words in a seed', '{ "rules": [{ "name": "A", "createdAt": "yesterday" }] }', {
    says: ['seed.json:1:41', '`rules[0].createdAt`: "yesterday"', 'Write a time, such as "2026-01-31T09:30:00Z".'],
  }),
  inSeed(
    'a scope that does not exist in a seed',
    '{ "keys": [{ "key": "k-alice", "inbox": "default", "scopes": ["RULES"] }] }',
    { says: ['seed.json:1:63', '`keys[0].scopes[0]`: "RULES"', 'one of: "STATS_READ", "RULES_READ", "RULES_WRITE"'] },
  ),
  inSeed(
    'a key of an inbox that is misspelt in a seed',
    '{ "inboxes": [{ "name": "alice" }], "keys": [{ "key": "k-alice", "inbox": "alcie" }] }',
    { says: ['seed.json:1:75', 'There is no inbox "alcie".', 'Did you mean "alice"?'] },
  ),
  inSeed('rules beside inboxes in a seed', '{ "inboxes": [{ "name": "alice" }],\n  "rules": [] }', {
    says: ['seed.json:2:3', '`rules` and `inboxes` cannot both be given.', 'Move `rules` into one of the inboxes.'],
  }),
  inSeed('two inboxes of one name in a seed', '{ "inboxes": [{ "name": "alice" }, { "name": "alice" }] }', {
    says: ['seed.json:1:46', 'There is another inbox "alice".', 'Give each inbox a name of its own.'],
  }),
  mistake('a seed for a data file that holds an inbox', run('--seed', 'seed.json', '--data', 'inbox.jsonl'), {
    files: { 'seed.json': '{}', 'inbox.jsonl': INBOX },
    says: [
      'inbox.jsonl holds an inbox already, so the seed seed.json would not be used.',
      'leave --seed out',
      'delete inbox.jsonl',
    ],
  }),
  mistake('a seed as the data file', run('--data', 'seed.json'), {
    files: { 'seed.json': '{\n  "rules": []\n}\n' },
    says: ['Line 1 of seed.json is not what a sandbox writes.', 'goes to --seed'],
  }),
  mistake('a data file in a folder that is not there', run('--data', 'state/inbox.jsonl'), {
    says: ['The data file state/inbox.jsonl cannot be written', 'its folder does not exist'],
  }),
  mistake('a data file that another sandbox uses', run('--data', 'inbox.jsonl'), {
    files: { 'inbox.jsonl': INBOX, 'inbox.jsonl.lock': '1\n' },
    says: ['Another sandbox uses inbox.jsonl: process 1.', 'End that one', 'delete inbox.jsonl.lock'],
  }),
  mistake('a fault of a kind that does not exist', run('--fault', 'POST /rules rest-after'), {
    says: ['"rest-after" in --fault "POST /rules rest-after"', 'Did you mean reset-after?'],
  }),
  mistake('a fault in an inbox that does not exist', run('--seed', 'seed.json', '--fault', 'GET * 429 inbox=alcie'), {
    files: { 'seed.json': '{ "inboxes": [{ "name": "alice" }, { "name": "bob" }] }' },
    says: ['"inbox=alcie" in --fault "GET * 429 inbox=alcie"', 'Did you mean inbox=alice?', 'Its inboxes: alice, bob'],
  }),
  mistake('a fault with its path as a URL has it', run('--fault', 'GET /api/v1/rules 429'), {
    says: ['"/api/v1/rules" in --fault', 'is not a valid path below /api/v1', '/rules, /rules/*, *'],
  }),
  mistake('a fault that counts from 0', run('--fault', 'GET * 429 @0'), {
    says: ['"@0" in --fault "GET * 429 @0" does not say when.', '@2, @2-4, @3-, @2,5'],
  }),
  mistake('a latency with its unit', run('--latency', '1s'), {
    says: ['--latency', '1s', 'a whole number from 0 to 600000'],
  }),
  mistake('a mail that is not there', run('--mail', 'mails'), {
    says: ['The mail mails cannot be read: it does not exist.'],
  }),
  mistake('a folder without mails', run('--mail', 'mails'), {
    files: { 'mails/a.eml': 'From: jane@example.com\n' },
    says: ['The folder mails has no .json files.', '"subject": "Invoice 7"'],
  }),
  mistake('a mail that is not JSON', run('--mail', 'a.eml'), {
    files: { 'a.eml': 'From: jane@example.com\n' },
    says: ['a.eml is not a mail in JSON.', '"subject": "Invoice 7"'],
  }),
  mistake('mails with misspelt headers', run('--mail', 'mails'), {
    files: { 'mails/a.json': '{ "frm": "jane@example.com" }', 'mails/b.json': '{ "reply": "yes" }' },
    says: ['"frm" in mails/a.json is not a key of a mail.', 'Invalid value for `reply` in mails/b.json.'],
  }),
  mistake('a profile that does not exist', run('--profile', 'old'), {
    says: ['--profile', 'old', 'spec, older, newer'],
  }),
  mistake('the schema of a seed by its file', 'schema seed', { says: ['seed', 'sandbox'] }),
];
