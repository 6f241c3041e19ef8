/** Problems with the address of a service and its key. `from`: the flag or the variable of a setting. */
import type { Failure } from '../model/applied.ts';
import { joined, list, ours, type Parts, refusal, say, sentence, short, type Topic, theirs } from './message.ts';

const UNUSABLE_URL = {
  'no-url': 'is not a valid URL',
  quoted: 'has quotes or brackets around it',
  placeholder: 'has a placeholder in it, and nothing fills it in',
  'no-scheme': 'begins with neither https:// nor http://',
  credentials: 'must not hold a user name or password',
  query: 'must not hold a `?` or `#`',
  path: 'goes on behind /api/v1',
} as const;

const COPY_AGAIN = "Copy it again from the service's web page.";
const UNUSABLE_KEY = {
  empty: ['is empty', COPY_AGAIN],
  'too-short': ['is shorter than 8 characters: a placeholder, or a part of it', COPY_AGAIN],
  unsendable: ['holds characters that no key has', COPY_AGAIN],
  quoted: ['has quotes around it', 'Remove the quotes: the key is sent as it is.'],
  bearer: ['begins with `Bearer`', 'Remove `Bearer` and the space: set the key alone.'],
  named: ['begins with a name, such as `INBOXCTL_API_KEY=`', 'Set the key alone, without the name.'],
  placeholder: [
    'is a placeholder, such as `$NAME`, `<key>` or `op://…`',
    'Put the key itself in its place; a shell or `op run` can do it.',
  ],
  url: ['is a URL', COPY_AGAIN],
  'white-space': ['has white space or a line break in it', 'Set the key alone, on one line.'],
} as const;

export const MAKE_KEY =
  "Keys are made in the settings of the inbox, in the service's web page; give it RULES_READ, and RULES_WRITE to apply.";

const BUNDLE_PROBLEMS = {
  unread: {
    is: 'cannot be read',
    remedy:
      'Write a line INBOXCTL_ALICE_KEY=… for each key, or JSON: {"INBOXCTL_ALICE_KEY": "…"}. Only API keys may be in it: `toJSON(secrets)` is not a bundle.',
  },
  twice: { is: 'has variables more than once', remedy: 'Keep one value of each.' },
  beside: {
    is: 'is for several accounts, and does not go together with the key of one',
    remedy: 'Leave one of them out.',
  },
  spare: {
    is: 'has keys that no `apiKey` of the project names',
    remedy: 'They are hidden and sent nowhere. Name them in the project, or remove them from the bundle.',
  },
} as const;

type BundleProblem = keyof typeof BUNDLE_PROBLEMS;

type BundleFlaw = { from: string; problem: BundleProblem; lines: readonly number[]; names: readonly string[] };

export const connectionProblems = {
  /** `from` is where it is. It shows no value of a variable, and no word of a line. */
  'key-bundle': (args: BundleFlaw) => ({
    message: say`The bundle of keys in ${theirs(args.from)} ${BUNDLE_PROBLEMS[args.problem].is}${bundleDetails(args)}.`,
    remedy: [BUNDLE_PROBLEMS[args.problem].remedy],
  }),
  'base-url-missing': () => ({
    scope: 'base-url',
    offline: false,
    message: say`The service's address is not set.`,
    remedy: say`Set INBOXCTL_BASE_URL or --base-url, or write \`baseUrl:\` in inboxctl.yaml, such as https://mail.example.com/api/v1.`,
  }),
  'base-url-unused': () => ({
    message: say`INBOXCTL_BASE_URL is set, but not used: inboxctl.yaml names another address.`,
    remedy: say`To use it for this run, give it with --base-url. If not, unset it.`,
  }),
  'base-url-unusable': (args: { from: string; problem: keyof typeof UNUSABLE_URL; meant: string | null }) => ({
    scope: 'base-url',
    message: say`The base URL of ${theirs(args.from)} ${UNUSABLE_URL[args.problem]}.`,
    remedy:
      args.meant !== null
        ? say`Write \`${theirs(args.meant)}\`.`
        : args.problem === 'placeholder'
          ? say`Write the address itself, or leave \`baseUrl\` out and set INBOXCTL_BASE_URL.`
          : say`Expected something like https://mail.example.com/api/v1.`,
  }),
  /** The address is not a URL, but the key is. Neither value is shown. */
  'connection-swapped': ({ url, key }: { url: string; key: string }) => ({
    offline: false,
    message: say`The address and the API key seem to be swapped: the value of ${theirs(key)} is a URL, and that of ${theirs(url)} is not.`,
    remedy: say`Set ${theirs(url)} to the address and ${theirs(key)} to the key.`,
  }),
  'base-url-http': ({ from, host }: { from: string; host: string }) => ({
    scope: 'base-url',
    exit: 'refused',
    ...refusal`the base URL of ${theirs(from)} is http://, so the API key would be sent to ${theirs(host)} unencrypted, and anyone on the network path could read it.`,
    remedy: say`Use https://, or accept the risk with --allow-http.`,
  }),
  'base-url-unverified': () => ({
    scope: 'base-url',
    exit: 'refused',
    offline: false,
    ...refusal`NODE_TLS_REJECT_UNAUTHORIZED is 0, so the API key could go to anyone on the way who answers in place of the service.`,
    remedy: say`Unset it. To trust a certificate of your own, name its file in NODE_EXTRA_CA_CERTS. Or accept the risk with --allow-http.`,
  }),
  'base-url-carries-key': ({ from }: { from: string }) => ({
    scope: 'base-url',
    message: say`The base URL of ${theirs(from)} holds the API key.`,
    remedy: say`Take the key out of it: addresses are shown in plans and logs. The key travels in a header.`,
  }),
  'key-file-readable': ({ file }: { file: string }) => ({
    message: say`Everybody on this machine can read the API key file ${theirs(file)}.`,
    remedy: say`Run: chmod 600 ${theirs(file)}`,
  }),
  'api-key-missing': () => ({
    offline: false,
    message: say`The API key is not set.`,
    remedy: say`Set INBOXCTL_API_KEY, or name a file with --api-key-file. ${MAKE_KEY}`,
  }),
  /** INBOXCTL_API_KEY would go to `origin`. `only`: the origin of INBOXCTL_BASE_URL; null if that is not a URL. */
  'api-key-elsewhere': ({ name, origin, only }: { name: string; origin: string; only: string | null }) => ({
    exit: 'refused',
    offline: false,
    ...refusal`INBOXCTL_API_KEY goes to the origin of INBOXCTL_BASE_URL only, which is ${only === null ? 'not a valid URL' : theirs(only)}. The account ${theirs(name)} is at ${theirs(origin)}.`,
    remedy: say`If that is right, give the account a key of its own, such as \`apiKey: { env: INBOXCTL_ALICE_KEY }\`, or unset INBOXCTL_BASE_URL. If not, name the address with --base-url.`,
  }),
  /** INBOXCTL_ALLOWED_HOSTS does not list `host`. `url`: it lists this URL instead. */
  'api-key-host': ({ name, host, url }: { name: string; host: string; url: string | null }) => ({
    exit: 'refused',
    offline: false,
    ...refusal`the API key of the account ${theirs(name)} would go to ${theirs(host)}, which INBOXCTL_ALLOWED_HOSTS does not list.`,
    remedy:
      url !== null
        ? say`${theirs(url)} is a URL: write the host alone, ${theirs(host)}.`
        : say`If it may go there, add the host: in the input allowed-hosts of the action, elsewhere in that variable.`,
  }),
  /** The value is not shown, since it may contain a password. */
  'proxy-unusable': ({ variable }: { variable: string }) => ({
    scope: 'proxy',
    offline: false,
    message: say`The value of ${theirs(variable)} is not the URL of an HTTP proxy.`,
    remedy: say`Expected something like http://proxy.example.com:3128. Other kinds of proxies are not supported. If the service is reached without one, add its host to NO_PROXY.`,
  }),
  'node-debug': ({ value }: { value: string }) => ({
    offline: false,
    message: say`NODE_DEBUG is set to \`${theirs(value)}\`: with it Node can print the API key.`,
    remedy: say`Unset NODE_DEBUG, then run the command again.`,
  }),
  'api-key-unusable': ({ from, problem }: { from: string; problem: keyof typeof UNUSABLE_KEY }) => ({
    offline: false,
    message: say`The API key of ${theirs(from)} ${UNUSABLE_KEY[problem][0]}.`,
    remedy: [UNUSABLE_KEY[problem][1]],
  }),
  /** The service could not be read. `message` is the reason, in its own words if it answered. */
  'service-failed': ({ message, remedy }: { message: string; remedy: string | null }) => ({
    exit: 'failed',
    message: sentence(message),
    ...(remedy === null ? {} : { remedy: [theirs(remedy)] }),
  }),
} satisfies Topic;

/** Says why the service of an account could not be read. */
export function serviceFailed({ message, remedy }: Pick<Failure, 'message' | 'remedy'>, account: string) {
  return { code: 'service-failed', args: { message, remedy }, severity: 'error', account } as const;
}

function bundleDetails({ lines, names }: { lines: readonly number[]; names: readonly string[] }): Parts {
  const inLines = list(rangesOf(lines), ([from, to]) => ours(from === to ? `line ${from}` : `lines ${from} to ${to}`));
  const parts = [inLines, list([...new Set(names)], short)].filter(({ length }) => length > 0);
  return parts.length === 0 ? [] : say`: ${joined(parts, ', ')}`;
}

function rangesOf(lines: readonly number[]): [number, number][] {
  const ranges: [number, number][] = [];
  for (const line of lines) {
    const last = ranges.at(-1);
    if (last !== undefined && line <= last[1] + 1) last[1] = line;
    else ranges.push([line, line]);
  }
  return ranges;
}
