/** Mistakes with `inboxctl sandbox`: its port and its files. None of them starts one. */
import { type Mistake, mistake } from './mistake.ts';

type Row = Parameters<typeof mistake>[2];

const run = (did: string, options: string, row: Row) => mistake(did, `sandbox --port 0 ${options}`, row);
const seeded = (did: string, seed: string, row: Row) =>
  run(did, '--seed seed.json', { files: { 'seed.json': seed }, ...row });
const INBOX = '{"op":"inbox","inbox":{"name":"default"}}\n';

export const MISTAKES: readonly Mistake[] = [
  run('a port that is a name', '--port http', { says: ['--port', 'http', 'a whole number from 0 to 65535'] }),
  run('a port that does not exist', '--port 70000', { says: ['--port', '70000', 'from 0 to 65535'] }),
  run('a seed that is not there', '--seed sed.json', {
    says: ['The seed file sed.json cannot be read', 'it does not exist'],
  }),
  run('a folder as the seed', '--seed rules', { says: ['The seed file rules cannot be read', 'it is a folder'] }),
  seeded('an empty seed', '', {
    says: ['The seed seed.json is empty.', 'Leave --seed out', 'inboxctl schema sandbox'],
  }),
  seeded('a seed that breaks off', '{\n  "rules": [\n', {
    says: ['seed.json:2:12', '2 | "rules": [', 'This `[` has no other half.'],
    not: ['YAML'],
  }),
  seeded('a seed with a comma missing', '{\n  "rules": []\n  "keys": []\n}', {
    says: ['seed.json:3:3', '3 | "keys": []', 'not valid JSON up to here', 'a comma'],
    not: ['YAML'],
  }),
  seeded('a seed with a quote missing', '{"rules": [{"name": "A}]}', {
    says: ['seed.json:1:21', 'This quote is never closed.'],
  }),
  seeded('a seed that is a list of rules', '[{ "name": "A" }]', {
    says: ['seed.json:1:1', 'The seed must be a mapping.', '{ "rules": [ … ] }'],
  }),
  seeded('a misspelt key in a seed', '{ "rulez": [] }', {
    says: ['seed.json:1:3', '"rulez" is not a key of a seed.', 'Did you mean `rules`?'],
  }),
  seeded('a key of rules on an inbox of a seed', '{ "inboxes": [{ "name": "alice", "enabled": true }] }', {
    says: ['seed.json:1:34', '"enabled" is not a key of an inbox.', 'It has: `name`, `provider`'],
  }),
  seeded('a rule without a name in a seed', '{ "rules": [{ "name": "A" },\n  { "actions": [] }] }', {
    says: ['seed.json:2:5', '`rules[1].name` is missing.', 'Write a text'],
  }),
  seeded('a name that is a number in a seed', '{ "rules": [{ "name": 7 }] }', {
    says: ['seed.json:1:23', 'Invalid value for `rules[0].name`: 7', 'Write a text, in quotes.'],
    not: ['Invalid input', 'expected string'],
  }),
  seeded('a time in words in a seed', '{ "rules": [{ "name": "A", "createdAt": "yesterday" }] }', {
    says: ['seed.json:1:41', '`rules[0].createdAt`: "yesterday"', 'Write a time, such as "2026-01-31T09:30:00Z".'],
  }),
  seeded(
    'a scope that does not exist in a seed',
    '{ "keys": [{ "key": "k-a", "inbox": "default", "scopes": ["RULES"] }] }',
    {
      says: ['seed.json:1:59', '`keys[0].scopes[0]`: "RULES"', 'one of: "STATS_READ", "RULES_READ", "RULES_WRITE"'],
    },
  ),
  seeded(
    'a misspelt inbox in a seed',
    '{ "inboxes": [{ "name": "alice" }], "keys": [{ "key": "k-a", "inbox": "alcie" }] }',
    {
      says: ['seed.json:1:71', 'There is no inbox "alcie".', 'Did you mean "alice"?'],
    },
  ),
  seeded('rules beside inboxes in a seed', '{ "inboxes": [{ "name": "alice" }],\n  "rules": [] }', {
    says: ['seed.json:2:3', '`rules` and `inboxes` cannot both be given.', 'Move `rules` into one of the inboxes.'],
  }),
  seeded('two inboxes of one name in a seed', '{ "inboxes": [{ "name": "alice" }, { "name": "alice" }] }', {
    says: ['seed.json:1:46', 'There is another inbox "alice".', 'Give each inbox a name of its own.'],
  }),
  run('a seed for a data file that holds an inbox', '--seed seed.json --data inbox.jsonl', {
    files: { 'seed.json': '{}', 'inbox.jsonl': INBOX },
    says: [
      'inbox.jsonl holds an inbox already, so the seed seed.json would not be used.',
      'leave --seed out',
      'delete inbox.jsonl',
    ],
  }),
  run('a seed as the data file', '--data seed.json', {
    files: { 'seed.json': '{\n  "rules": []\n}\n' },
    says: ['Line 1 of seed.json is not what a sandbox writes.', 'goes to --seed'],
  }),
  run('a data file in a folder that is not there', '--data state/inbox.jsonl', {
    says: ['The data file state/inbox.jsonl cannot be written', 'its folder does not exist'],
  }),
  run('a data file that another sandbox uses', '--data inbox.jsonl', {
    files: { 'inbox.jsonl': INBOX, 'inbox.jsonl.lock': '1\n' },
    says: ['Another sandbox uses inbox.jsonl: process 1.', 'End that one', 'delete inbox.jsonl.lock'],
  }),
  run('a rate by the minute', '--rate 10/m', { says: ['--rate', '10/m', 'It takes N/s'] }),
  run('a latency with its unit', '--latency 1s', { says: ['--latency', '1s', 'a whole number from 0 to 600000'] }),
  run('a profile that does not exist', '--profile old', { says: ['--profile', 'old', 'spec, older, newer'] }),
  mistake('the schema of a seed by its file', 'schema seed', { says: ['seed', 'sandbox'] }),
];
