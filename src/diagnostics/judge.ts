/** Problems with the judge, its answers, and the file of recorded judgments. */
import { count } from './counts.ts';
import { cut, inQuotes, list, ours, type Parts, quoted, say, short, type Topic, theirs, typed } from './message.ts';

const UPDATE = say`inboxctl test --update-judgments`;

const NOT_STARTED: Partial<Record<string, Parts>> = {
  ENOENT: say`there is no such program`,
  EACCES: say`it may not be executed`,
  ENOEXEC: say`it is not a program, or its first line does not name one`,
  E2BIG: say`its arguments are too long`,
};

/** In characters. Longer lines of stderr are cut. */
const LONGEST_LINE = 300;

/** Quotes the last lines that the judge wrote to stderr. */
function saidBy(said: readonly string[]): Parts {
  return said.length === 0
    ? say` It wrote nothing to stderr.`
    : say` The end of its stderr:${said.flatMap((line) => say`\n  ${{ ...theirs(line), show: (shown: string) => cut(shown, LONGEST_LINE) }}`)}`;
}

const ANSWER = say`Expected an answer such as \`{ "matches": ["Name of a rule"], "reason": "why" }\`; \`matches\` is empty if no rule fits.`;

interface Wrong {
  /** The path of the key, joined by dots. Empty for the whole answer. */
  key: string;
  problem: 'missing' | 'wrong' | 'unknown';
  proposal: string | null;
}

function wrong({ key, problem }: Wrong): Parts {
  if (problem === 'missing') return say`\`${theirs(key)}\` is missing`;
  return problem === 'unknown' ? say`there is no key \`${theirs(key)}\`` : say`\`${theirs(key)}\` has an invalid value`;
}

export const judgeProblems = {
  'judge-missing': () => ({
    message: say`There is no judge to ask: neither inboxctl.yaml nor --judge names a command.`,
    remedy: say`Add one to inboxctl.yaml, such as \`judge: { command: [node, judge.mjs] }\`, or name one for this run:\n${UPDATE} --judge 'node judge.mjs'`,
  }),
  /** `option` includes its value, as typed. */
  'judge-without-update': ({ option }: { option: '--judge COMMAND' | '--no-subjects' }) => ({
    message: say`${ours(option.split(' ', 1)[0] ?? option)} needs --update-judgments: \`inboxctl test\` alone reads recorded answers, and neither asks nor records.`,
    remedy: say`Add it:\n${UPDATE} ${option}`,
  }),
  'judge-in-fork': ({ event }: { event: string }) => ({
    exit: 'refused',
    message: say`The judge is not run: this is, or may be, a pull request from another repository (${theirs(event)}). Its files could name any command.`,
    remedy: say`Run \`inboxctl test\` here, which reads the recorded answers, and update them where you trust the files:\n${UPDATE}`,
  }),
  /** `reason` is a system error code, such as ENOENT. */
  'judge-not-started': ({ program, reason }: { program: string; reason: string }) => ({
    message: say`The judge ${quoted(program)} cannot be started: ${NOT_STARTED[reason] ?? theirs(reason)}.`,
    remedy:
      reason === 'EACCES'
        ? say`If it is a script of yours, allow it:\nchmod +x ${typed(program)}`
        : say`It is started without a shell, in the folder of inboxctl.yaml. Name a program on the PATH, or a path such as ./judge.sh`,
  }),
  'judge-exited': ({ code, said }: { code: number; said: readonly string[] }) => ({
    related: 'Also',
    message: say`The judge exited with code ${code}.${saidBy(said)}`,
  }),
  'judge-killed': ({ signal, said }: { signal: string; said: readonly string[] }) => ({
    related: 'Also',
    message: say`The judge was ended by ${theirs(signal)}.${saidBy(said)}`,
  }),
  'judge-timed-out': ({ seconds, said }: { seconds: number; said: readonly string[] }) => ({
    related: 'Also',
    message: say`The judge did not answer within ${count(seconds, 'second')} and was ended.${saidBy(said)}`,
    remedy: say`To allow more time, write for example \`timeoutSeconds: ${2 * seconds}\` below \`judge:\`.`,
  }),
  'judge-too-long': ({ limit }: { limit: number }) => ({
    related: 'Also',
    message: say`The judge wrote more than ${limit / 1024 / 1024} MiB to stdout and was ended.`,
    remedy: ANSWER,
  }),
  'judge-not-json': ({ written }: { written: string }) => ({
    related: 'Also',
    message:
      written === ''
        ? say`The judge wrote no answer to stdout.`
        : say`The judge's answer is not JSON: ${inQuotes(short(written))}.`,
    remedy: say`${ANSWER} Anything else, such as progress, goes to stderr.`,
  }),
  'judge-wrong-answer': (args: Wrong) => ({
    related: 'Also',
    message: args.key === '' ? say`The judge's answer is not an object.` : say`The judge's answer: ${wrong(args)}.`,
    remedy: args.proposal === null ? ANSWER : say`Did you mean \`${ours(args.proposal)}\`? ${ANSWER}`,
  }),
  /** `asked` has the rules that the judge was asked about. */
  'judge-unknown-rule': (args: { name: string; asked: readonly string[]; proposal: string | null }) => ({
    related: 'Also',
    message: say`The judge's answer names ${inQuotes(short(args.name))}, which it was not asked about.`,
    remedy:
      args.proposal === null
        ? say`It was asked about ${list(args.asked, quoted)}. Names are compared exactly.`
        : say`Did you mean ${quoted(args.proposal)}? Names are compared exactly.`,
  }),
  'judge-instructions-secret': ({ rule }: { rule: string }) => ({
    message: say`The judge was not asked about ${quoted(rule)}: its \`aiInstructions\` hold the value of a variable.`,
    remedy: say`Write the answer into the test: \`judged: { ${quoted(rule)}: yes }\``,
  }),
  /** The judge failed too often. `left` is the number of mails it was not asked about. */
  'judge-given-up': ({ failures, left }: { failures: number; left: number }) => ({
    message: say`The judge failed for ${count(failures, 'mail')}, so it was not asked about ${left === 1 ? 'the last one' : say`the other ${left}`}.`,
    remedy: say`The answers so far are recorded. Fix what is wrong, then go on:\n${UPDATE}`,
  }),
  /** Ctrl-C. `answered` of `mails` mails have an answer. */
  'judge-interrupted': ({ answered, mails }: { answered: number; mails: number }) => ({
    exit: 'interrupted',
    message: say`Interrupted: the judge answered for ${answered} of ${count(mails, 'mail')}.${answered === 0 ? '' : ' These are recorded.'}`,
    remedy: say`To go on:\n${UPDATE}`,
  }),
  'judgments-not-json': () => ({
    message: say`The file of recorded judgments is not valid JSON up to here.`,
    remedy: say`Look just before this place: a comma, a quote or a bracket is missing there, or is one too many. Or remove the file, and record again:\n${UPDATE}`,
  }),
  'judgments-newer': ({ version }: { version: number }) => ({
    message: say`The recorded judgments were written by a newer inboxctl: \`formatVersion\` is ${version}, and this one knows 1.`,
    remedy: say`Install a newer inboxctl.`,
  }),
  'judgments-wrong': (args: Wrong) => ({
    message: say`The recorded judgments are not as inboxctl writes them: ${wrong(args)}.`,
    remedy:
      args.proposal === null
        ? say`Undo the edit, or remove the line and record it again:\n${UPDATE}`
        : say`Did you mean \`${ours(args.proposal)}\`?`,
  }),
  /** `differs`: the two judgments have different answers. */
  'judgments-twice': ({ rule, differs }: { rule: string; differs: boolean }) => ({
    message: say`There are two judgments of ${quoted(rule)} for the same mail and instructions${differs ? ', and they differ' : ''}.`,
    remedy: differs
      ? say`Remove the line with the wrong answer. To have the judge asked again, remove both, then run:\n${UPDATE}`
      : say`Remove one of the two lines.`,
  }),
} satisfies Topic;
