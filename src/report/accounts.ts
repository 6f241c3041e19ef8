/** The report of `accounts`: each account with the settings that differ from the defaults. */
import { count } from '../diagnostics/counts.ts';
import { inRow, ours, theirs } from '../diagnostics/message.ts';
import type { ListedAccount } from '../model/accounts.ts';
import { DEFAULTS } from '../model/project.ts';
import { paragraph, type TerminalReport, terminalReport } from './document.ts';
import { accountName, type Inline, line, look, quotedName } from './inline.ts';

type Row = readonly [label: string, text: Inline];

/** `file` is the project file as displayed, or null if there is none. */
export function accountsReport(accounts: readonly ListedAccount[], file: string | null): TerminalReport {
  const tables = accounts.map((account) => {
    const rows = [...connectionRows(account), rulesRow(account), ...settingRows(account)];
    const entries = rows.map(([label, text]) => ({ columns: [look('quiet', [label])], text }));
    return { kind: 'entries', title: look('strong', accountName(account.name)), entries } as const;
  });
  const end =
    file === null
      ? line`There is no project file: this is the account without one.`
      : line`${count(accounts.length, 'account')} in ${theirs(file)}.`;
  return terminalReport(tables, [paragraph(end)]);
}

function connectionRows({ baseUrl, baseUrlFrom, apiKey }: ListedAccount): Row[] {
  const from = baseUrlFrom === 'environment' ? line`(INBOXCTL_BASE_URL)` : line`(inboxctl.yaml)`;
  const url = baseUrl === null ? look('warning', line`none`) : [theirs(baseUrl)];
  const state = apiKey.set ? line`is set` : look('warning', line`is not set`);
  return [
    ['base URL', line`${url} ${look('quiet', from)}`],
    ['API key', line`${theirs(apiKey.env)} ${state}`],
  ];
}

function rulesRow({ rules, declared, files, errors }: ListedAccount): Row {
  const found =
    errors === 0 ? [] : line`, ${look('danger', line`${count(errors, 'error')}`)} (see \`inboxctl validate\`)`;
  return ['rules', line`${count(declared, 'rule')} in ${count(files, 'file')} (${names(rules)})${found}`];
}

const WORDS = ['undeclared', 'actionOrder', 'aiSelection'] as const;

function settingRows(account: ListedAccount): Row[] {
  const { ignore, ignoreDifferences, acceptPitfalls, policy } = account;
  const single = (label: string, value: string | number | boolean, usual: typeof value): Row[] =>
    value === usual ? [] : [[label, ours(String(value))]];
  const list = (label: string, items: readonly Inline[]): Row[] => (items.length === 0 ? [] : [[label, inRow(items)]]);
  // An empty list means that nothing is allowed.
  const limit = (label: string, items: readonly string[] | null): Row[] =>
    items === null ? [] : [[label, items.length === 0 ? line`(none)` : inRow(items.map(quotedName))]];
  const differences = ignoreDifferences.map(({ rule, fields }) => line`${quotedName(rule)} in ${names(fields)}`);
  const pitfalls = acceptPitfalls.map(({ rule, codes }) => line`${names(codes)} of ${quotedName(rule)}`);
  return [
    ...WORDS.flatMap((key) => single(key, account[key], DEFAULTS[key])),
    ...single('guard.maxDeletes', account.guard.maxDeletes, DEFAULTS.guard.maxDeletes),
    ...single('policy.forbidPitfalls', policy.forbidPitfalls, false),
    ...list('ignore', ignore.map(quotedName)),
    ...list('ignoreDifferences', differences),
    ...list('acceptPitfalls', pitfalls),
    ...list('policy.forbidActions', policy.forbidActions.map(accountName)),
    ...limit('policy.forwardTo', policy.forwardTo),
    ...limit('policy.webhookHosts', policy.webhookHosts),
    ...policy.confine.map(({ actions, files }): Row => ['policy.confine', line`${names(actions)} in ${names(files)}`]),
  ];
}

function names(texts: readonly string[]): Inline {
  return inRow(texts.map((text) => [theirs(text)]));
}
