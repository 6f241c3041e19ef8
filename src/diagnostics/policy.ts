/** The English of rules that do what the policy of the project forbids. */

import type { ActionType, FieldKey } from '../model/action-types.ts';
import type { Message, Messages } from './message.ts';
import { shown } from './quoting.ts';

/** A declared rule that does what the setting `policy` forbids. */
export interface PolicyProblems {
  'policy-action': { type: ActionType };
  /** `address` is null where it is a secret; `template`: it holds `{{…}}`. */
  'policy-forward': {
    type: ActionType;
    field: FieldKey;
    address: string | null;
    template: boolean;
    allowed: readonly string[];
  };
  /** `host` is null where it is a secret, empty where the URL has none that is plain. */
  'policy-webhook': { host: string | null; template: boolean; allowed: readonly string[] };
}

const PLAIN_ADDRESS = /^[^\s<>@"():]+@[^\s<>@"():]+$/;

export const policyProblems: Messages<PolicyProblems> = {
  'policy-action': ({ type }) => ({
    message: `${type} is forbidden: \`policy.forbidActions\` in inboxctl.yaml lists it.`,
    remedy: 'Use another action, or take it off that list.',
  }),
  'policy-forward': ({ type, field, address, template, allowed }) => {
    if (template) {
      return {
        message: `\`${field}\` of ${type} holds \`{{…}}\`, which the service fills in: \`policy.forwardTo\` in inboxctl.yaml cannot allow that.`,
        remedy: `Write the address itself. ${listed(allowed, 'address')}`,
      };
    }
    const form = 'Write addresses as a@example.com or Name <a@example.com>, with commas between them.';
    const isPlain = address !== null && PLAIN_ADDRESS.test(address);
    return {
      message: `\`${field}\` of ${type} holds ${address === null ? '(a secret)' : shown(address)}, which \`policy.forwardTo\` in inboxctl.yaml does not allow.`,
      remedy: isPlain ? listed(allowed, 'address') : `${listed(allowed, 'address')} ${form}`,
    };
  },
  'policy-webhook': ({ host, template, allowed }) => {
    const problem = template
      ? 'has `{{…}}` in its host, which the service fills in:'
      : host === ''
        ? 'has no host that can be told for certain:'
        : `leads to ${host === null ? '(a secret)' : shown(host)}:`;
    return {
      message: `\`webhookUrl\` ${problem} \`policy.webhookHosts\` in inboxctl.yaml does not allow that.`,
      remedy: listed(allowed, 'host'),
    };
  },
};

type PolicyFinding = { [C in keyof PolicyProblems]: { code: C; args: PolicyProblems[C] } }[keyof PolicyProblems];

/** What is wrong, without what to do. */
export function policyMessage({ code, args }: PolicyFinding): string {
  const message = policyProblems[code] as (args: PolicyProblems[keyof PolicyProblems]) => Message;
  return message(args).message;
}

/** What an allow-list allows, at most ten of it. */
function listed(globs: readonly string[], what: 'address' | 'host'): string {
  if (globs.length === 0) return `It allows no ${what}.`;
  const more = globs.length > 10 ? ` and ${globs.length - 10} more` : '';
  return `It allows: ${globs.slice(0, 10).map(shown).join(', ')}${more}.`;
}
