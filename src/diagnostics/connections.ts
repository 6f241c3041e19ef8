/**
 * What can be wrong with the address of a service and the key for it. `from` is where a setting was read from, as the
 * user knows it: a flag, a variable.
 */
import { say, sentence, type Topic, theirs } from './message.ts';

const UNUSABLE_URL = {
  'no-url': 'is not a valid URL',
  scheme: 'must begin with https://',
  credentials: 'must not hold a user name or password',
  query: 'must not hold a `?`',
  fragment: 'must not hold a `#`',
} as const;

const UNUSABLE_KEY = {
  empty: 'is empty',
  'too-short': 'is shorter than 8 characters',
  unsendable: 'holds characters that no key has',
} as const;

export const MAKE_KEY =
  "Keys are made in the settings of the inbox, in the service's web page; give it RULES_READ and RULES_WRITE.";

export const connectionProblems = {
  'base-url-missing': () => ({
    message: say`The service's address is not set.`,
    remedy: say`Set INBOXCTL_BASE_URL or --base-url, such as https://mail.example.com/api/v1.`,
  }),
  'base-url-unusable': ({ from, problem }: { from: string; problem: keyof typeof UNUSABLE_URL }) => ({
    message: say`The base URL of ${theirs(from)} ${UNUSABLE_URL[problem]}.`,
    remedy: say`Expected something like https://mail.example.com/api/v1.`,
  }),
  /** Refused unless `--allow-http`. */
  'base-url-http': ({ from, host }: { from: string; host: string }) => ({
    message: say`Refused: the base URL of ${theirs(from)} is http://, so the API key would travel to ${theirs(host)} readable for anyone on the way.`,
    remedy: say`Use https://, or accept the risk with --allow-http.`,
  }),
  'base-url-carries-key': ({ from }: { from: string }) => ({
    message: say`The base URL of ${theirs(from)} holds the API key.`,
    remedy: say`Take the key out of it: addresses are shown in plans and logs. The key travels in a header.`,
  }),
  'api-key-missing': () => ({
    message: say`The API key is not set.`,
    remedy: say`Set INBOXCTL_API_KEY, or name a file with --api-key-file. ${MAKE_KEY}`,
  }),
  /** INBOXCTL_API_KEY would go to `origin`; `only` is that of INBOXCTL_BASE_URL, null where it is not a URL. */
  'api-key-elsewhere': ({ name, origin, only }: { name: string; origin: string; only: string | null }) => ({
    message: say`Refused: INBOXCTL_API_KEY goes to the origin of INBOXCTL_BASE_URL only, which is ${only === null ? 'not a valid URL' : theirs(only)}. The account ${theirs(name)} is at ${theirs(origin)}.`,
    remedy: say`If that is right, give the account a key of its own, such as \`apiKey: { env: INBOXCTL_ALICE_KEY }\`, or unset INBOXCTL_BASE_URL.`,
  }),
  /** INBOXCTL_ALLOWED_HOSTS does not list `host`. */
  'api-key-host': ({ name, host }: { name: string; host: string }) => ({
    message: say`Refused: the API key of the account ${theirs(name)} would go to ${theirs(host)}, which INBOXCTL_ALLOWED_HOSTS does not list.`,
    remedy: say`If it may go there, add the host: in the input allowed-hosts of the action, elsewhere in that variable.`,
  }),
  /** The value may hold a password, so it is not shown. */
  'proxy-unusable': ({ variable }: { variable: string }) => ({
    message: say`The value of ${theirs(variable)} is not the URL of an HTTP proxy.`,
    remedy: say`Expected something like http://proxy.example.com:3128. Other kinds of proxies are not supported.`,
  }),
  /** The variable NODE_DEBUG is set, to `value`. */
  'node-debug': ({ value }: { value: string }) => ({
    message: say`NODE_DEBUG is set to \`${theirs(value)}\`: with it Node can print the API key.`,
    remedy: say`Unset NODE_DEBUG, then run the command again.`,
  }),
  'api-key-unusable': ({ from, problem }: { from: string; problem: keyof typeof UNUSABLE_KEY }) => ({
    message: say`The API key of ${theirs(from)} ${UNUSABLE_KEY[problem]}.`,
    remedy: say`Copy it again from the service's web page.`,
  }),
  /** The service could not be read: its own words, and what to do. */
  'service-failed': ({ message, remedy }: { message: string; remedy: string | null }) => ({
    message: sentence(message),
    ...(remedy === null ? {} : { remedy: [theirs(remedy)] }),
  }),
} satisfies Topic;
