/** The accounts of a project for people: of the settings only those that differ from the defaults. */

import { count } from '../../diagnostics/counts.ts';
import { escapeControl } from '../../diagnostics/escape-control.ts';
import type { ListedAccount } from '../../model/accounts.ts';
import { DEFAULTS } from '../../model/project.ts';
import { hang, hangTyped, quoted } from '../lines.ts';
import { type Style, styleOf, type TextOptions } from '../style.ts';
import { widest } from '../width.ts';

type Row = readonly [label: string, text: string];

/** Settings that are not worth a line. */
const USUAL: Partial<Record<string, string>> = {
  undeclared: DEFAULTS.undeclared,
  actionOrder: DEFAULTS.actionOrder,
  'guard.maxDeletes': DEFAULTS.guard.maxDeletes,
  'policy.forbidPitfalls': 'false',
};

/** Takes accounts and the project file as it is shown (null where there is none); gives the text, ending in a newline. */
export function textAccounts(accounts: readonly ListedAccount[], file: string | null, options: TextOptions): string {
  const style = styleOf(options);
  const blocks = accounts.map((account) => [style.color.bold(escapeControl(account.name)), ...lines(account, style)]);
  const where = file === null ? 'There is no project file: this is the account without one.' : '';
  const end = where || `${count(accounts.length, 'account')} in ${escapeControl(file ?? '')}.`;
  return `${[...blocks, hang('', end, style.width)].map((block) => block.join('\n')).join('\n\n')}\n`;
}

function lines(account: ListedAccount, style: Style): string[] {
  const rows = [...connectionRows(account, style), rulesRow(account, style), ...settingRows(account)];
  const width = widest(rows.map(([label]) => label));
  return rows.flatMap(([label, text]) => hangTyped(`  ${style.color.dim(label.padEnd(width))}  `, text, style.width));
}

function connectionRows({ baseUrl, baseUrlFrom, apiKey }: ListedAccount, { color }: Style): Row[] {
  const from = baseUrlFrom === 'environment' ? 'INBOXCTL_BASE_URL' : 'inboxctl.yaml';
  const state = apiKey.set ? 'is set' : color.yellow('is not set');
  return [
    ['base URL', `${baseUrl === null ? color.yellow('none') : escapeControl(baseUrl)} ${color.dim(`(${from})`)}`],
    ['API key', `${escapeControl(apiKey.env)} ${state}`],
  ];
}

function rulesRow({ rules, declared, files, errors }: ListedAccount, { color }: Style): Row {
  const found = errors === 0 ? '' : `, ${color.red(count(errors, 'error'))} (see \`inboxctl validate\`)`;
  return ['rules', `${count(declared, 'rule')} in ${count(files, 'file')} (${listed(rules)})${found}`];
}

function settingRows({ undeclared, actionOrder, guard, ignore, ignoreDifferences, policy }: ListedAccount): Row[] {
  const single: Row[] = [
    ['undeclared', undeclared],
    ['actionOrder', actionOrder],
    ['guard.maxDeletes', String(guard.maxDeletes)],
    ['policy.forbidPitfalls', String(policy.forbidPitfalls)],
  ];
  const lists: [string, readonly string[] | null][] = [
    ['ignore', ignore.map(quoted)],
    ['ignoreDifferences', ignoreDifferences.map(({ rule, fields }) => `${quoted(rule)} in ${listed(fields)}`)],
    ['policy.forbidActions', policy.forbidActions],
    ['policy.forwardTo', policy.forwardTo?.map(quoted) ?? null],
    ['policy.webhookHosts', policy.webhookHosts?.map(quoted) ?? null],
  ];
  const isLimit = (label: string) => label === 'policy.forwardTo' || label === 'policy.webhookHosts';
  return [
    ...single.filter(([label, text]) => USUAL[label] !== text),
    // An empty list of what is allowed allows nothing, which is worth a line.
    ...lists.flatMap(([label, items]): Row[] => {
      if (items === null || (items.length === 0 && !isLimit(label))) return [];
      return [[label, items.length === 0 ? '(none)' : items.join(', ')]];
    }),
  ];
}

function listed(texts: readonly string[]): string {
  return texts.map(escapeControl).join(', ');
}
