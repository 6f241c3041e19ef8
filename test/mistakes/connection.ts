/** Mistakes with the address and the key. */
import { type Mistake, mistake } from './mistake.ts';

const URL = 'https://mail.example.com/api/v1';
const KEY = 'key_4fJ-a8Zq';

type Row = Parameters<typeof mistake>[2];

/** A plan with this address and a key as it should be. */
const address = (did: string, INBOXCTL_BASE_URL: string, row: Row) =>
  mistake(did, 'plan', { env: { INBOXCTL_BASE_URL, INBOXCTL_API_KEY: KEY }, ...row });
/** A plan with this key and an address as it should be. */
const key = (did: string, INBOXCTL_API_KEY: string, row: Row) =>
  mistake(did, 'plan', { env: { INBOXCTL_BASE_URL: URL, INBOXCTL_API_KEY }, ...row });
/** With both as they should be, and a proxy. */
const proxied = (did: string, command: string, HTTPS_PROXY: string, row: Row) =>
  mistake(did, command, { env: { INBOXCTL_BASE_URL: URL, INBOXCTL_API_KEY: KEY, HTTPS_PROXY }, ...row });

/** A project that names its own address and key. */
const NAMING = {
  'inboxctl.yaml': 'baseUrl: "https://mail.example.com/api/v1"\napiKey: { env: INBOXCTL_X_KEY }\n',
  'rules/a.yaml': 'name: A\ncondition: { aiInstructions: x }\nactions: [{ type: STAR }]\n',
};

export const MISTAKES: readonly Mistake[] = [
  mistake('exports the address of a sandbox alone, in a project that names its own address and key', 'plan', {
    files: NAMING,
    sandbox: {},
    env: { INBOXCTL_API_KEY: '', INBOXCTL_X_KEY: 'a-key-of-production' },
    exit: 4,
    says: [
      'INBOXCTL_X_KEY',
      'https://mail.example.com',
      'http://127.0.0.1',
      'Set INBOXCTL_API_KEY',
      'unset INBOXCTL_BASE_URL',
    ],
    not: ['401 UNAUTHORIZED', 'a-key-of-production'],
  }),
  mistake('forgets to set the key of a project with one inbox', 'plan', {
    files: NAMING,
    env: {},
    says: ['inboxctl.yaml:2:9', 'Set INBOXCTL_X_KEY'],
    not: ['--account'],
  }),
  address('a base URL without https://', 'mail.example.com/api/v1', {
    says: ['INBOXCTL_BASE_URL does not begin with https://', `Write \`${URL}\`.`],
  }),
  mistake('a base URL with a port and without http://', 'plan --base-url localhost:3000/api/v1', {
    env: { INBOXCTL_API_KEY: KEY },
    says: ['--base-url does not begin with https://', 'Write `http://localhost:3000/api/v1`.'],
  }),
  address('a base URL in quotes, as a .env file has it', `"${URL}"`, {
    says: ['INBOXCTL_BASE_URL has quotes or brackets around it', `Write \`${URL}\`.`],
  }),
  address('a base URL that goes on to /rules', `${URL}/rules`, {
    says: ['INBOXCTL_BASE_URL must end in /api/v1', `Write \`${URL}\`.`],
  }),
  address('a base URL with the key in its query', `${URL}?key=${KEY}`, {
    says: ['INBOXCTL_BASE_URL must not hold a `?` or `#`', `Write \`${URL}\`.`],
    not: [KEY],
  }),
  address('a base URL of another kind', 'ftp://mail.example.com/api/v1', {
    says: ['INBOXCTL_BASE_URL does not begin with https://', `Write \`${URL}\`.`],
  }),
  address('a base URL that is a word', 'production', {
    says: ['INBOXCTL_BASE_URL is not a valid URL', `Expected something like ${URL}`],
  }),
  address('http:// to another machine', 'http://mail.example.com/api/v1', {
    exit: 4,
    says: ['INBOXCTL_BASE_URL is http://', 'mail.example.com', 'Use https://, or accept the risk with --allow-http'],
  }),
  mistake('address and key swapped', 'plan', {
    env: { INBOXCTL_BASE_URL: KEY, INBOXCTL_API_KEY: URL },
    says: ['seem to be swapped', 'Set INBOXCTL_BASE_URL to the address and INBOXCTL_API_KEY to the key'],
    not: [KEY],
  }),
  mistake('a base URL without /api/v1', 'plan', {
    sandbox: {},
    env: { INBOXCTL_BASE_URL: '{origin}' },
    exit: 1,
    says: ['The URL asked was http://127.0.0.1', '/rules. The base URL is probably http://127.0.0.1'],
  }),
  mistake('a base URL with another version', 'doctor', {
    sandbox: {},
    env: { INBOXCTL_BASE_URL: '{origin}/api/v2' },
    exit: 1,
    says: ['/api/v2/rules. The base URL is probably http://127.0.0.1'],
  }),
  address('a port that nothing listens on', 'http://127.0.0.1:1/api/v1', {
    exit: 1,
    says: ['127.0.0.1:1 refused the connection', 'Nothing listens there'],
  }),
  key('a key with the word Bearer', `Bearer ${KEY}`, {
    says: ['INBOXCTL_API_KEY begins with `Bearer`', 'Remove `Bearer` and the space'],
    not: [KEY],
  }),
  key('a key in quotes', `'${KEY}'`, {
    says: ['INBOXCTL_API_KEY has quotes around it', 'Remove the quotes'],
    not: [KEY],
  }),
  key('a key that was broken over two lines', 'key_4fJ-\na8Zq', {
    says: ['INBOXCTL_API_KEY has white space or a line break in it', 'on one line'],
  }),
  mistake('a key file that is a line of a .env file', 'plan --api-key-file key', {
    files: { key: `INBOXCTL_API_KEY=${KEY}\n`, 'rules/.keep': '' },
    env: { INBOXCTL_BASE_URL: URL },
    says: ['the file key begins with a name', 'without the name'],
    not: [KEY],
  }),
  key('a key that no shell filled in', `\${INBOX_KEY}`, {
    says: ['INBOXCTL_API_KEY is a placeholder', 'Put the key itself in its place'],
  }),
  key('a key of a few characters', 'secret', {
    says: ['INBOXCTL_API_KEY is shorter than 8 characters', 'Copy it again'],
  }),
  key('an empty key, as a secret is that a workflow does not have', ' ', { says: ['INBOXCTL_API_KEY is empty'] }),
  mistake('a key file that is not there', 'plan --api-key-file my-key', {
    env: { INBOXCTL_BASE_URL: URL },
    says: ['The API key file my-key cannot be read: it does not exist'],
  }),
  ...(['plan', 'doctor'] as const).map((command) =>
    mistake(`an address that INBOXCTL_ALLOWED_HOSTS does not list (${command})`, command, {
      env: { INBOXCTL_BASE_URL: URL, INBOXCTL_API_KEY: KEY, INBOXCTL_ALLOWED_HOSTS: 'inbox.example.com' },
      exit: 4,
      says: {
        plan: ['would go to mail.example.com, which INBOXCTL_ALLOWED_HOSTS does not list', 'add the host'],
        doctor: ['failed API key', 'would go to mail.example.com', 'Fix "API key" first'],
      }[command],
    }),
  ),
  proxied('a proxy that is not there', 'doctor', 'http://127.0.0.1:1', {
    exit: 1,
    says: ['proxy 127.0.0.1:1 (HTTPS_PROXY)', 'refused the connection', 'Check HTTPS_PROXY'],
  }),
  proxied('a proxy of another kind, looked at by doctor', 'doctor', 'socks5://proxy.example.com', {
    says: ['failed proxy', 'The value of HTTPS_PROXY is not the URL of an HTTP proxy', 'Fix "proxy" first'],
  }),
  proxied('a proxy of another kind', 'plan', 'socks5://proxy.example.com', {
    says: ['The value of HTTPS_PROXY is not the URL of an HTTP proxy', 'http://proxy.example.com:3128'],
  }),
  mistake('a key file that everybody can read', 'plan --api-key-file key', {
    files: { key: KEY, 'rules/.keep': '' },
    env: { INBOXCTL_BASE_URL: 'http://127.0.0.1:1/api/v1' },
    exit: 1,
    says: ['Everybody on this machine can read the API key file key', 'Run: chmod 600 key'],
  }),
  mistake('a key that the service does not know', 'plan', {
    sandbox: {},
    env: { INBOXCTL_API_KEY: 'not-the-key' },
    exit: 1,
    says: ['Invalid API key', '401', 'Check the API key'],
    not: ['not-the-key'],
  }),
];
