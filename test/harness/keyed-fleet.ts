/** Forty accounts, each an inbox with a key of its own, and one bundle with all of the keys. */
import { type Service, serve } from './project.ts';

const NAMES = Array.from({ length: 40 }, (_, index) => `inbox-${String(index).padStart(2, '0')}`);
/** Keys such as services make. Each begins in its own way: the redactor also hides beginnings. */
const keyOf = (name: string) => `${Buffer.from(`${name.slice(-2)}:secret`).toString('base64url')}-4fJa8Zq`;
const variableOf = (name: string) => `INBOXCTL_KEY_${name.slice(-2)}`;

export const FLEET_KEYS: Readonly<Record<string, string>> = Object.fromEntries(
  NAMES.map((name) => [variableOf(name), keyOf(name)]),
);

/** The bundle in both forms. */
export const BUNDLES = {
  dotenv: `# Keys of all inboxes\n${Object.entries(FLEET_KEYS)
    .map(([name, key]) => `${name}=${key}\n`)
    .join('')}`,
  json: JSON.stringify(FLEET_KEYS, null, 2),
};

export const FLEET_FILES = {
  'inboxctl.yaml': `accounts:\n${NAMES.map((name) => `  ${name}: { apiKey: { env: ${variableOf(name)} } }\n`).join('')}`,
  'rules/a.yaml': 'name: A\ncondition: { aiInstructions: a }\nactions: [{ type: STAR }]\n',
};

/** The inboxes, each with the key of the bundle and, with `-ro` at its end, one that can only read. */
export const FLEET_SEED = {
  inboxes: NAMES.map((name) => ({ name, rules: [] })),
  keys: NAMES.flatMap((name) => [
    { key: keyOf(name), inbox: name, scopes: ['RULES_READ', 'RULES_WRITE', 'STATS_READ'] },
    { key: `${keyOf(name)}-ro`, inbox: name, scopes: ['RULES_READ'] },
  ]),
};

/** How many inboxes of a service have the rule. */
export function appliedIn({ rules }: Pick<Service, 'rules'>): number {
  return NAMES.filter((name) => rules(name).some((rule) => rule.name === 'A')).length;
}

export async function serveFleet(): Promise<Service & { applied: () => number }> {
  const service = await serve({ seed: FLEET_SEED });
  return { ...service, applied: () => appliedIn(service) };
}
