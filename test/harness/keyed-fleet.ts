/** Accounts, each an inbox with a key of its own, and one bundle with all of the keys. */
import { type Service, serve } from './project.ts';

/** Keys such as services make. Each begins in its own way: the redactor also hides beginnings. */
const keyOf = (name: string) => `${Buffer.from(`${name.slice(-2)}:secret`).toString('base64url')}-4fJa8Zq`;
const variableOf = (name: string) => `INBOXCTL_KEY_${name.slice(-2)}`;

/** So many accounts: their keys, the bundle in both forms, the files of the project, and a service with the inboxes. */
export function fleetOf(count: number) {
  const names = Array.from({ length: count }, (_, index) => `inbox-${String(index).padStart(2, '0')}`);
  const keys: Readonly<Record<string, string>> = Object.fromEntries(
    names.map((name) => [variableOf(name), keyOf(name)]),
  );
  const lines = Object.entries(keys).map(([name, key]) => `${name}=${key}\n`);
  /** How many inboxes of a service have the rule. */
  const appliedIn = ({ rules }: Pick<Service, 'rules'>): number =>
    names.filter((name) => rules(name).some((rule) => rule.name === 'A')).length;
  /** Each inbox has the key of the bundle and, with `-ro` at its end, one that can only read. */
  const seed = {
    inboxes: names.map((name) => ({ name, rules: [] })),
    keys: names.flatMap((name) => [
      { key: keyOf(name), inbox: name, scopes: ['RULES_READ', 'RULES_WRITE', 'STATS_READ'] },
      { key: `${keyOf(name)}-ro`, inbox: name, scopes: ['RULES_READ'] },
    ]),
  };
  return {
    keys,
    bundles: { dotenv: `# Keys of all inboxes\n${lines.join('')}`, json: JSON.stringify(keys, null, 2) },
    files: {
      'inboxctl.yaml': `accounts:\n${names.map((name) => `  ${name}: { apiKey: { env: ${variableOf(name)} } }\n`).join('')}`,
      'rules/a.yaml': 'name: A\ncondition: { aiInstructions: a }\nactions: [{ type: STAR }]\n',
    },
    seed,
    appliedIn,
    serve: async (): Promise<Service & { applied: () => number }> => {
      const service = await serve({ seed });
      return { ...service, applied: () => appliedIn(service) };
    },
  };
}

/** Forty of them. */
export const {
  keys: FLEET_KEYS,
  bundles: BUNDLES,
  files: FLEET_FILES,
  seed: FLEET_SEED,
  appliedIn,
  serve: serveFleet,
} = fleetOf(40);
