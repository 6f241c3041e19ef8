/** Messages of a plan or an apply besides its changes. */
import { changeNames, type NamedChange } from './action.ts';
import { FOUND } from './changes.ts';
import { count, grouped } from './counts.ts';
import { settling } from './differences.ts';
import { escapeLetters } from './escape-control.ts';
import { fileMessage } from './files.ts';
import {
  joined,
  list,
  ours,
  type Parts,
  quoted,
  REFUSED,
  refusal,
  say,
  sentence,
  type Topic,
  theirs,
  typed,
} from './message.ts';
import type { PolicyFinding } from './policy.ts';
import { type NameDifference, quoteName } from './rules.ts';
import { fixedEscapes, yamlText } from './yaml-text.ts';

const SPENT = {
  applied: 'the rename was done before',
  'old-name-in-use': 'another file declares that rule, and it is live as declared',
  'new-name-live': 'a live rule has the new name already',
  'nothing-live': 'no live rule has that name',
  'not-found': 'no live rule has that name, so this one is created',
} as const;

const SWITCHED = {
  'created-off': 'created, but left switched off by the service',
  'replaced-off': 'switched off by the service when replaced',
  off: 'switched off meanwhile',
  on: 'switched on meanwhile',
} as const;

const BY_LIST = { where: ', declared or live', by: '`inboxctl list` names the live ones' } as const;

const AMONG = {
  declared: { called: 'declared rule is called', where: '', by: '`inboxctl explain` names them' },
  live: { ...BY_LIST, called: 'live rule is called', where: '' },
  'declared-or-live': { ...BY_LIST, called: 'rule is called' },
  read: { ...BY_LIST, called: 'rule of the accounts that were read is called' },
  test: { called: 'test is called', where: '', by: '`inboxctl test --verbose` names them' },
} as const;

export type Among = keyof typeof AMONG;

const NEVER_KEPT = {
  order: 'Some services keep an order of their own.',
  field: 'Some mailbox providers never keep it.',
} as const;

export const planNotices = {
  'plan-partial': ({ only, leftOut }: { only: readonly string[]; leftOut: number }) => ({
    message: say`This plan covers only ${list(only, quoted)}. ${leftOut === 0 ? 'No other rule has a change.' : say`${count(leftOut, 'other change is', 'other changes are')} not in it.`}`,
    ...(leftOut === 0 ? {} : { remedy: say`To see all changes, leave out --only.` }),
  }),
  /** Shown at the end of a run whose plan has a base: changes that its files would make too. */
  'left-alone': ({ changes }: { changes: readonly NamedChange[] }) => ({
    message: say`${count(changes.length, 'difference')} left alone, since the inbox differed from the base already: ${changeNames(changes)}.`,
    remedy: say`To see all changes, plan without a base.`,
  }),
  /** Of `count` names, `nearest` resembles it and `longer` begin with it. `parts`: names that it lists with commas. */
  'rule-unknown': (args: {
    name: string;
    nearest: string | null;
    parts: readonly string[];
    longer: number;
    count: number;
    among: Among;
  }) => ({
    message: say`No ${AMONG[args.among].called} ${quoted(args.name)}${AMONG[args.among].where}.`,
    remedy:
      args.parts.length > 0
        ? say`Names are not split at commas. Give each one by itself: ${joined(args.parts.map(typed), ' and ')}.`
        : args.nearest !== null
          ? say`Did you mean ${quoted(args.nearest)}?`
          : args.longer > 0
            ? say`For the ${args.longer === 1 ? 'one that begins' : `${args.longer} that begin`} with it, write ${typed(`${args.name}*`)}.`
            : say`There ${args.count === 1 ? 'is' : 'are'} ${count(args.count, args.among === 'test' ? 'test' : 'rule')}; ${AMONG[args.among].by}. In a name, \`*\` is any run of characters.${args.among === 'test' ? '' : ' An account is named with --account.'}`,
  }),
  'glob-fits-nothing': ({ glob, meant }: { glob: string; meant: readonly string[] }) => ({
    message: say`inboxctl.yaml names the rule ${quoted(glob)}, and no rule, live or declared, fits that.`,
    remedy: meant.length === 0 ? say`Correct it, or remove it.` : say`Did you mean ${list(meant, quoted)}?`,
  }),
  /** A change needs other changes first, of the rules `needs`, which have its name or its sender until then. */
  'needs-left-out': ({ needs }: { needs: readonly string[] }) => ({
    message: say`cannot be made alone: ${list(needs, quoted)} ${needs.length === 1 ? 'has' : 'have'} its name or its sender until ${needs.length === 1 ? 'that rule is' : 'those rules are'} changed too, which --only leaves out.`,
    remedy: say`Add ${needs.length === 1 ? 'it' : 'them'}: ${joined(
      needs.map((name) => say`--only ${typed(name)}`),
      ' ',
    )}`,
  }),
  'enabled-created': ({ expected }: { expected: boolean }) => ({
    message: say`will be created switched ${expected ? 'off' : 'on'}.`,
    remedy: say`The API cannot set \`enabled\`: once it is created, switch it ${expected ? 'on' : 'off'} in the service's web page.`,
  }),
  /** Like `enabled-created`, for commands that only read the files. */
  'enabled-if-created': ({ expected }: { expected: boolean }) => ({
    message: say`If this rule is new, it will be created switched ${expected ? 'off' : 'on'}: the API cannot set \`enabled\`.`,
    remedy: say`Once it is created, switch it ${expected ? 'on' : 'off'} in the service's web page.`,
  }),
  'enabled-differs': ({ expected }: { expected: boolean }) => ({
    message: expected ? say`declared on, but off.` : say`declared off, but on.`,
    remedy: say`The API cannot change that: switch the rule in the service's web page, or edit \`enabled\` in the file.`,
  }),
  'unknown-live-keys': ({ keys }: { keys: readonly string[] }) => ({
    message: say`The service answers fields that this version does not know: ${list(keys)}.`,
    remedy: say`They are left out of the plan. A newer inboxctl may know them.`,
  }),
  /** Replaces of nothing but the `order` of actions, or a `field` that the service returns empty, at a `path` of the rule. */
  'never-converges': ({ kind, at }: { kind: 'order' | 'field'; at: readonly { rule: string; path: string }[] }) => {
    const rules = [...new Set(at.map(({ rule }) => rule))];
    const order = rules.length > 1 ? 'the order of their actions' : 'the order of its actions';
    const what = kind === 'order' ? order : 'folderName, which is empty in the inbox';
    return {
      message: say`${count(rules.length, 'rule differs', 'rules differ')} only in ${what}: ${list(rules, quoted)}.`,
      remedy: say`${NEVER_KEPT[kind]} If this comes back after an apply, settle it in inboxctl.yaml:${settingLines(settling({ kind, at }))}`,
    };
  },
  'unsendable-actions': ({ types }: { types: readonly string[] }) => ({
    message: say`has actions that only the service's web page can make (${list(types)}).`,
    remedy: say`They stay as they are while nothing else in the rule changes.`,
  }),
  'ignore-slip': ({ entry, ignore }: { entry: string; ignore: readonly string[] }) => ({
    message: say`not deleted: ${quoted(entry)} of \`ignore\` fits no live rule, and is nearly this name.`,
    remedy: say`To keep the rule, write into inboxctl.yaml:${settingLines([`ignore: [${ignore.map(yamlText).join(', ')}]`])}\nTo delete it, take ${quoted(entry)} out of \`ignore\`.`,
  }),
  'would-drop-integration': ({ types }: { types: readonly string[] }) => ({
    message: say`not replaced: the live rule has actions that no request can carry (${list(types)}), and a replace would lose them.`,
    remedy: say`Make this change in the service's web page, or accept the loss with --allow-loss.`,
  }),
  'would-drop-unknown': ({ keys }: { keys: readonly string[] }) => ({
    message: say`not replaced: the live rule has fields that this version does not know (${list(keys)}), and a replace would lose them.`,
    remedy: say`Make this change in the service's web page or with an inboxctl that knows them, or accept the loss with --allow-loss.`,
  }),
  'integration-lost': ({ types, op }: { types: readonly string[]; op: 'replace' | 'delete' }) => ({
    message: say`the ${op} loses actions that no request can carry (${list(types)}).`,
    remedy: say`They can be made again in the service's web page only.`,
  }),
  'unknown-lost': ({ keys, op }: { keys: readonly string[]; op: 'replace' | 'delete' }) => ({
    message: say`the ${op} loses fields that this version does not know (${list(keys)}).`,
    remedy: say`They can be set again in the service's web page only.`,
  }),
  'pitfalls-unchanged': ({ pitfalls }: { pitfalls: number }) => ({
    message: say`${count(pitfalls, 'pitfall')} in rules that do not change: inboxctl validate`,
  }),
  'rule-kept': ({ by }: { by: 'ignore' | `undeclared: ${string}` }) => ({
    message: say`left alone by \`${ours(by)}\`.`,
  }),
  'duplicates-kept': ({ count: number, kept }: { count: number; kept: number }) => ({
    message: say`${grouped(number)} live rules have this name; ${kept === number ? 'they are' : say`${grouped(kept)} of them ${kept === 1 ? 'is' : 'are'}`} left alone.`,
    remedy: say`Rename or delete the extra ones in the service's web page.`,
  }),
  'rename-spent': ({ from, why }: { from: string; why: keyof typeof SPENT }) => ({
    message: say`renamedFrom ${quoted(from)} has no effect: ${SPENT[why]}.`,
    remedy:
      why === 'not-found'
        ? say`Correct the name in the line \`renamedFrom\`, or remove the line.`
        : say`Remove the line \`renamedFrom\` from the file.`,
  }),
  'likely-rename': ({ meant, twin }: { from: string; meant: string; twin?: Twin }) => ({
    message: say`${
      twin === undefined
        ? say`looks like the live rule ${quoted(meant)} under a new name`
        : say`${quoteName(twin.name, twin.differs)} is not the live rule ${quoteName(meant, twin.differs)}: they differ in ${twin.differs}`
    }. As it is, that rule is deleted, with its id, history and learned patterns.`,
    remedy: say`If it is the same rule, add this line below its name, and plan again:${settingLines([renamedFromLine(meant, twin && escapeLetters)])}`,
  }),
  'rename-misspelled': ({ from, meant }: { from: string; meant: string }) => ({
    message: say`renamedFrom ${quoted(from)} has no effect: no live rule has that name. Did you mean ${quoted(meant)}? As it is, that rule is deleted, with its id, history and learned patterns.`,
    remedy: say`If so, correct the line in the file, and plan again:${settingLines([renamedFromLine(meant)])}`,
  }),
  'renamed-from-ignored': ({ from, glob }: { from: string; glob: string }) => ({
    message: say`renamedFrom ${quoted(from)} names a rule that is never touched: it matches \`${theirs(glob)}\` of ignore.`,
    remedy: say`Remove \`renamedFrom\`, or the glob from \`ignore\` in inboxctl.yaml.`,
  }),
  'declared-but-ignored': ({ glob }: { glob: string }) => ({
    message: say`This rule is declared, but would never be touched: its name matches \`${theirs(glob)}\` of ignore.`,
    remedy: say`Remove the rule from the file, or the glob from \`ignore\` in inboxctl.yaml.`,
  }),
  /** A replace would send a live value that the policy forbids, because the field at `path` is ignored. */
  'policy-kept': ({ path, ...broken }: { path: string } & PolicyFinding) => ({
    message: say`The replace would send the live value of ${theirs(path)}, because \`ignoreDifferences\` names that field. ${fileMessage(broken)}`,
    remedy: say`Change the value in the service's web page, or remove the field from \`ignoreDifferences\`: then the declared value is sent.`,
  }),
  'history-unreadable': ({ versions, files }: { versions: number; files: readonly string[] }) => ({
    message: say`${count(versions, 'old version')} of rule files cannot be read, so what ${versions === 1 ? 'it' : 'they'} alone declared is not known: ${list(files, quoted)}.`,
    remedy: say`Live rules that only they declared are kept. Delete those in the service's web page.`,
  }),
  'overwrites-drift': ({ was, op }: { was: 'changed' | 'deleted'; op: 'create' | 'replace' | 'delete' }) => ({
    message:
      was === 'deleted'
        ? say`was deleted in the inbox; this change creates it again.`
        : say`is not as at the base: it was changed in the inbox, or is merged and not made. This change ${op === 'delete' ? 'deletes it with' : 'overwrites'} what is there.`,
    remedy: say`To keep what is in the inbox, run \`inboxctl pull\` first.`,
  }),
  /** A rule that the service switched on or off during an apply, or created switched off. */
  switched: ({ how }: { how: keyof typeof SWITCHED }) => ({
    fixedByHand: true,
    message: say`${SWITCHED[how]}.`,
    remedy: say`The API cannot change that: switch it ${how === 'on' ? 'off' : 'on'} in the service's web page.`,
  }),
  'change-failed': (args: { message: string; remedy: string | null; found: keyof typeof FOUND | null }) => ({
    message: say`${sentence(args.message)}${args.found === null ? [] : say` ${FOUND[args.found]}`}`,
    ...(args.remedy === null ? {} : { remedy: [theirs(args.remedy)] }),
  }),
  'review-other-address': ({ was, now }: { was: string; now: string }) => ({
    exit: 'refused',
    ...refusal`The plan file was made at ${theirs(was)}, and this account is at ${theirs(now)}: what was reviewed there is not carried out here.`,
    remedy: say`Review a plan of this address, then apply that:\ninboxctl plan --output plan.json\ninboxctl apply plan.json`,
  }),
  'plan-file-used': ({ file, run }: { file: string; run: string }) => ({
    exit: 'refused',
    ...refusal`The plan file ${theirs(file)} was carried out by the run ${theirs(run)}: what was reviewed once is made once.`,
    remedy: say`To make the same changes again, plan again, and review that:\ninboxctl plan --output ${typed(file)}`,
  }),
  'review-without-account': ({ known }: { known: readonly string[] }) => ({
    message: say`The plan file has no account of this name, so nothing here was reviewed.`,
    remedy: say`Its accounts are: ${known.length === 0 ? '(none)' : list(known, quoted)}.`,
  }),
  'review-account-gone': ({ accounts, changes }: { accounts: readonly string[]; changes: number }) => ({
    message: say`The plan file has ${count(changes, 'change')} of ${accounts.length === 1 ? 'an account' : 'accounts'} that this project does not have: ${list(accounts, quoted)}. Nothing is done there.`,
    remedy: say`Make a new plan, or check that this plan file belongs to this project.`,
  }),
  'review-account-failed': () => ({
    message: say`When the plan file was made this account could not be read, so nothing here was reviewed.`,
  }),
  'expected-other-plan': () => ({
    ...refusal`The plan does not have the digest given: its changes are others, or a key opens another inbox.`,
    remedy: say`Check the keys first. Then look at the plan; only if it is what you want, carry it out with its own digest.`,
  }),
  /** Changes that are refused because of the review. The report shows how they differ. */
  'not-as-reviewed': ({ changes }: { changes: number }) => ({
    ...refusal`${count(changes, 'change differs', 'changes differ')} from what was reviewed.`,
    remedy: say`The text output shows the differences, and what to do, below the plan.`,
  }),
  /** Put into words earlier, by anybody: none of its words count as ours, only its line ends. `was`: its code. */
  recorded: ({ message }: { was: string; message: string }) => {
    const isRefusal = message.startsWith(REFUSED);
    const lines = (isRefusal ? message.slice(REFUSED.length) : message).split('\n');
    return {
      message: lines.flatMap((text, index): Parts => (index === 0 ? [theirs(text)] : ['\n', theirs(text)])),
      ...(isRefusal && { isRefusal }),
    };
  },
  /** Left out because of an error in the files that names no account. `message`: the first error. */
  'account-unplanned': ({ message }: { message: string }) => ({
    message: say`Left out: no plan could be made. ${theirs(message)}`,
  }),
} satisfies Topic;

type Twin = { name: string; differs: NameDifference };

function renamedFromLine(name: string, shown = (text: string) => text): string {
  return `renamedFrom: ${fixedEscapes(shown(yamlText(name)))}`;
}

function settingLines(lines: readonly string[]): Parts {
  return lines.flatMap((line) => ['\n', theirs(line)]);
}
