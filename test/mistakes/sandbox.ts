/** Mistakes with `inboxctl sandbox`: its port and its files. None of them starts one. */
import type { Mistake } from './mistake.ts';

const run = (...args: string[]) => ['sandbox', '--port', '0', ...args];
const seeded = (seed: string): Pick<Mistake, 'run' | 'files' | 'exit'> => ({
  run: run('--seed', 'seed.json'),
  files: { 'seed.json': seed },
  exit: 3,
});
const INBOX = '{"op":"inbox","inbox":{"name":"default"}}\n';

export const MISTAKES: readonly Mistake[] = [
  {
    did: 'a port that is a name',
    run: ['sandbox', '--port', 'http'],
    exit: 3,
    says: ['--port', 'http', 'a whole number from 0 to 65535'],
  },
  {
    did: 'a port that does not exist',
    run: ['sandbox', '--port', '70000'],
    exit: 3,
    says: ['--port', '70000', 'from 0 to 65535'],
  },
  {
    did: 'a seed that is not there',
    run: run('--seed', 'sed.json'),
    exit: 3,
    says: ['The seed file sed.json cannot be read', 'it does not exist'],
  },
  {
    did: 'a folder as the seed',
    run: run('--seed', 'rules'),
    exit: 3,
    says: ['The seed file rules cannot be read', 'it is a folder'],
  },
  {
    did: 'an empty seed',
    ...seeded(''),
    says: ['The seed seed.json is empty.', 'Leave --seed out', 'inboxctl schema sandbox'],
  },
  {
    did: 'a seed that breaks off',
    ...seeded('{\n  "rules": [\n'),
    says: ['seed.json:2:12', '2 | "rules": [', 'This `[` is never closed.', 'Write `]` where it ends.'],
    not: ['YAML'],
  },
  {
    did: 'a seed with a comma missing',
    ...seeded('{\n  "rules": []\n  "keys": []\n}'),
    says: ['seed.json:3:3', '3 | "keys": []', 'not valid JSON up to here', 'a comma'],
    not: ['YAML'],
  },
  {
    did: 'a seed with a quote missing',
    ...seeded('{"rules": [{"name": "A}]}'),
    says: ['seed.json:1:21', 'This quote is never closed.'],
  },
  {
    did: 'a seed that is a list of rules',
    ...seeded('[{ "name": "A" }]'),
    says: ['seed.json:1:1', 'The seed must be a mapping.', '{ "rules": [ … ] }'],
  },
  {
    did: 'a misspelt key in a seed',
    ...seeded('{ "rulez": [] }'),
    says: ['seed.json:1:3', '"rulez" is not a key of a seed.', 'Did you mean `rules`?'],
  },
  {
    did: 'a key of rules on an inbox of a seed',
    ...seeded('{ "inboxes": [{ "name": "alice", "enabled": true }] }'),
    says: ['seed.json:1:34', '"enabled" is not a key of an inbox.', 'It has: `name`, `provider`'],
  },
  {
    did: 'a rule without a name in a seed',
    ...seeded('{ "rules": [{ "name": "A" },\n  { "actions": [] }] }'),
    says: ['seed.json:2:5', '`rules[1].name` is missing.', 'Write a text'],
  },
  {
    did: 'a name that is a number in a seed',
    ...seeded('{ "rules": [{ "name": 7 }] }'),
    says: ['seed.json:1:23', 'Invalid value for `rules[0].name`: 7', 'Write a text, in quotes.'],
    not: ['Invalid input', 'expected string'],
  },
  {
    did: 'a time in words in a seed',
    ...seeded('{ "rules": [{ "name": "A", "createdAt": "yesterday" }] }'),
    says: ['seed.json:1:41', '`rules[0].createdAt`: "yesterday"', 'Write a time, such as "2026-01-31T09:30:00Z".'],
  },
  {
    did: 'a scope that does not exist in a seed',
    ...seeded('{ "keys": [{ "key": "k-alice", "inbox": "default", "scopes": ["RULES"] }] }'),
    says: ['seed.json:1:63', '`keys[0].scopes[0]`: "RULES"', 'one of: "STATS_READ", "RULES_READ", "RULES_WRITE"'],
  },
  {
    did: 'a key of an inbox that is misspelt in a seed',
    ...seeded('{ "inboxes": [{ "name": "alice" }], "keys": [{ "key": "k-alice", "inbox": "alcie" }] }'),
    says: ['seed.json:1:75', 'There is no inbox "alcie".', 'Did you mean "alice"?'],
  },
  {
    did: 'rules beside inboxes in a seed',
    ...seeded('{ "inboxes": [{ "name": "alice" }],\n  "rules": [] }'),
    says: ['seed.json:2:3', '`rules` and `inboxes` cannot both be given.', 'Move `rules` into one of the inboxes.'],
  },
  {
    did: 'two inboxes of one name in a seed',
    ...seeded('{ "inboxes": [{ "name": "alice" }, { "name": "alice" }] }'),
    says: ['seed.json:1:46', 'There is another inbox "alice".', 'Give each inbox a name of its own.'],
  },
  {
    did: 'a seed for a data file that holds an inbox',
    run: run('--seed', 'seed.json', '--data', 'inbox.jsonl'),
    files: { 'seed.json': '{}', 'inbox.jsonl': INBOX },
    exit: 3,
    says: [
      'inbox.jsonl holds an inbox already, so the seed seed.json would not be used.',
      'leave --seed out',
      'delete inbox.jsonl',
    ],
  },
  {
    did: 'a seed as the data file',
    run: run('--data', 'seed.json'),
    files: { 'seed.json': '{\n  "rules": []\n}\n' },
    exit: 3,
    says: ['Line 1 of seed.json is not what a sandbox writes.', 'goes to --seed'],
  },
  {
    did: 'a data file in a folder that is not there',
    run: run('--data', 'state/inbox.jsonl'),
    exit: 3,
    says: ['The data file state/inbox.jsonl cannot be written', 'its folder does not exist'],
  },
  {
    did: 'a data file that another sandbox uses',
    run: run('--data', 'inbox.jsonl'),
    files: { 'inbox.jsonl': INBOX, 'inbox.jsonl.lock': '1\n' },
    exit: 3,
    says: ['Another sandbox uses inbox.jsonl: process 1.', 'End that one', 'delete inbox.jsonl.lock'],
  },
  {
    did: 'a rate by the minute',
    run: run('--rate', '10/m'),
    exit: 3,
    says: ['--rate', '10/m', 'It takes N/s'],
  },
  {
    did: 'a latency with its unit',
    run: run('--latency', '1s'),
    exit: 3,
    says: ['--latency', '1s', 'a whole number from 0 to 600000'],
  },
  {
    did: 'a profile that does not exist',
    run: run('--profile', 'old'),
    exit: 3,
    says: ['--profile', 'old', 'spec, older, newer'],
  },
  {
    did: 'the schema of a seed by its file',
    run: ['schema', 'seed'],
    exit: 3,
    says: ['seed', 'sandbox'],
  },
];
