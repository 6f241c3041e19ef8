/** Findings of checks in single rules and between rules. */
import type { ActionType, FieldKey } from '../model/action-types.ts';
import { matchersNamed } from '../model/rule.ts';
import { grouped } from './counts.ts';
import { escapeLetters, escapeQuotes } from './escape-control.ts';
import {
  addressInQuotes,
  list,
  ours,
  type Parts,
  quotedValue,
  say,
  short,
  shortQuoted,
  type Topic,
  theirs,
  value,
} from './message.ts';
import { FORMS } from './references.ts';

type ActionKey = FieldKey | 'messagingChannelId';

export const ruleProblems = {
  'text-nul': ({ key }: { key: string }) => ({
    message: say`\`${ours(key)}\` holds a NUL character, which the service cannot store.`,
    remedy: say`Remove the \\0.`,
  }),
  'text-lone-surrogate': ({ key }: { key: string }) => ({
    message: say`\`${ours(key)}\` holds half of a character (a lone surrogate), which cannot be sent.`,
    remedy: say`Write the character itself, or both halves of its \\u escape.`,
  }),
  'variable-unfilled': ({ written, name, isWhole }: { written: string; name: string; isWhole: boolean }) => ({
    message: say`${name === '' ? 'Nothing is filled in here' : 'Variables in texts are not filled in'}: ${quotedValue(written)} is sent as it is.`,
    remedy: !isWhole
      ? say`A reference such as { env: ${value(name)} } takes the place of a whole text.`
      : name === ''
        ? FORMS
        : say`Write \`{ env: ${value(name)} }\`.`,
  }),
  'file-unread': ({ file }: { file: string }) => ({
    message: say`This is the path of a file, and is sent as it is.`,
    remedy: /^[~$]/.test(file)
      ? say`Put the file into the project, and write \`{ file: … }\` with its path from this rule file.`
      : say`Write \`{ file: ${value(file)} }\`.`,
  }),
  'text-curly-quotes': ({ inner }: { inner: string }) => ({
    message: say`These quotes are not the straight ones of YAML, so they are part of the text.`,
    remedy: say`Write ${quotedValue(inner)}.`,
  }),
  /** `inner`: the text without the sign at its end. */
  'text-as-is': ({ sign, inner }: { sign: string; inner: string | null }) => ({
    message: say`${quotedValue(sign)} is part of the text here${sign === '//' ? ', and so is what follows it' : ''}.`,
    remedy: say`${inner !== null ? say`Write ${quotedValue(inner)}.` : sign === '//' ? 'If this is a comment, begin it with `#`.' : 'HTML is not decoded: write the character that it stands for.'}`,
  }),
  'text-escaped': () => ({
    message: say`This text has a tab, a separator or a control character in it, as an escape such as \`\\t\` or \`\\P\` in double quotes.`,
    remedy: say`If a backslash was meant, use single quotes, or \`\\\\\`.`,
  }),
  'name-blank': () => ({ message: say`The name is blank.`, remedy: say`Write a name that no other rule has.` }),
  'name-too-long': ({ bytes, limit }: { bytes: number; limit: number }) => ({
    message: say`The name has ${grouped(bytes)} bytes. The service fails on most names of more than ${grouped(limit)}.`,
    remedy: say`Shorten it. Long explanations can go into a comment.`,
  }),
  'condition-empty': ({ blank }: { blank: boolean }) => ({
    message: blank
      ? say`This rule has no condition: blank texts count as none.`
      : say`This rule has no condition, so the service would refuse it.`,
    remedy: say`Write \`aiInstructions:\`, or \`static:\` with ${ours(matchersNamed('or'))}, below \`condition:\`.`,
  }),
  'field-missing': ({ type, field }: { type: ActionType; field: ActionKey }) => ({
    message: say`${type} needs \`${field}\`.`,
    remedy:
      field === 'messagingChannelId'
        ? say`Write \`messagingChannelId:\` beside \`type:\`.${type === 'DRAFT_MESSAGING_CHANNEL' ? ' For a draft in the mailbox use DRAFT_EMAIL.' : ''}`
        : say`Write \`fields: { ${field}: … }\` below \`type: ${type}\`.`,
  }),
  /** `meant`: what the text refers to in another program. */
  'webhook-unparsable': ({ meant }: { meant: { kind: 'file' | 'env'; to: string } | null }) => ({
    message: say`\`webhookUrl\` is not a valid URL.`,
    remedy: meant
      ? say`Write \`{ ${meant.kind}: ${theirs(meant.to)} }\`.`
      : say`Expected something like https://hooks.example.com/path.`,
  }),
  'webhook-not-https': ({ scheme }: { scheme: string }) => ({
    message: say`\`webhookUrl\` must begin with https://, and this begins with ${value(scheme)}//.`,
    remedy: say`The service calls webhooks over https only. A secret one is the value of a variable: \`{ env: NAME }\`.`,
  }),
  'webhook-private': ({ host }: { host: string }) => ({
    message: say`\`webhookUrl\` leads to ${quotedValue(host)}, which is not a public address. The service refuses it.`,
    remedy: say`Use a host that can be reached from the internet.`,
  }),
  'address-invalid': ({ written }: { written: string }) => ({
    message: say`${quotedValue(written)} is not an address.`,
    remedy: say`Expected something like b@example.com, or Bob <b@example.com>.`,
  }),
  'field-unused': ({ type, field, uses }: { type: ActionType; field: ActionKey; uses: readonly FieldKey[] }) => ({
    message: say`${type} does not use \`${field}\`: it has no effect.`,
    remedy: uses.length === 0 ? say`Remove it.` : say`Remove it. ${type} uses: ${list(uses, ours)}.`,
  }),
  /** `meant` is the text of a prompt; null of an empty one, and empty of one that is not closed. */
  'prompt-malformed': ({ written, meant }: { written: string; meant: string | null }) => ({
    message:
      meant === null
        ? say`${quotedValue(written)} is a prompt that asks for nothing: the service fills in what it likes.`
        : say`${quotedValue(written)} is sent as it is: the service fills in only what is in double braces.`,
    remedy:
      meant === ''
        ? say`Close it with \`}}\`, or write the text itself.`
        : say`Write ${quotedValue(`{{${meant ?? 'what to write'}}}`)}, or the text itself.`,
  }),
  'action-twice': ({ type }: { type: ActionType }) => ({
    message: say`An earlier action of this rule is the same ${type}.`,
    remedy: say`Remove one of them.`,
  }),
  'forwarded-and-deleted': () => ({
    message: say`This rule forwards the mail too: afterwards, only who it is forwarded to has it.`,
    remedy: say`Use ARCHIVE to keep it here.`,
  }),
  'operator-missing': () => ({
    message: say`\`conditionalOperator\` is missing: should \`static\` and \`aiInstructions\` both match (AND) or either (OR)?`,
    remedy: say`Add \`conditionalOperator: AND\` (the AI is asked only after a static match) or OR (a static match is enough). Left out, the live value stays.`,
  }),
  'operator-idle': ({ has }: { has: 'static' | 'aiInstructions' }) => ({
    message: say`OR has no effect here: it joins \`static\` and \`aiInstructions\`, and there is only \`${has}\`.`,
    remedy:
      has === 'static'
        ? say`Remove it. ${ours(matchersNamed('and'))} must always all match; for one or the other, write two rules.`
        : say`Remove it.`,
  }),
  'text-untrimmed': ({ key, isTrimmed }: { key: string; isTrimmed: boolean }) => ({
    message: isTrimmed
      ? say`The service trims white space around \`${ours(key)}\`.`
      : say`\`${ours(key)}\` has white space around it, which is sent too.`,
    remedy: isTrimmed
      ? say`Remove it here too.`
      : say`Remove it. A block (\`|\`) ends in a line break, but for \`|-\`.`,
  }),
  'text-blank': ({ key }: { key: string }) => ({
    message: say`\`${ours(key)}\` is blank: the service treats it as left out.`,
    remedy: say`Remove it, or write a text.`,
  }),
  'sender-too-wide-to-send': ({ sender, type }: { sender: string; type: ActionType }) => ({
    message: say`Some services refuse ${type} for every sender: ${quotedValue(sender)}.`,
    remedy: say`Name the address, or the domain as "@example.com".`,
  }),
  'mixed-scripts': ({ key, written }: { key: string; written: string }) => ({
    message: say`${addressInQuotes(written)} in \`${ours(key)}\` has letters of several scripts: one may only look like the letter that is meant.`,
    remedy: say`Type the letters that are shown as numbers again.`,
  }),
  'renamed-from-itself': () => ({
    message: say`\`renamedFrom\` is the name that the rule has: there is nothing to rename.`,
    remedy: say`Remove \`renamedFrom\`.`,
  }),
} satisfies Topic;

export type NameDifference =
  | 'case'
  | 'white space'
  | 'Unicode form'
  | 'hidden characters'
  | 'letters that look alike'
  | 'a letter'
  | 'case, white space or Unicode form';

export const ruleSetProblems = {
  'name-twice': ({ name, apart }: { name: string; apart?: boolean }) => ({
    message: say`Another rule has the name ${shortQuoted(name)} too.`,
    remedy: apart
      ? say`If this one is to take its place, write \`overrides: true\` below the name; only one rule can. Else give each its own name.`
      : say`Give each rule a name of its own: rules are told apart by it.`,
  }),
  'override-idle': ({ name }: { name: string }) => ({
    message: say`\`overrides: true\` has nothing to override: no folder that \`rules\` lists before this one has a rule ${shortQuoted(name)}.`,
    remedy: say`Correct the name or the order of the folders; or remove \`overrides\`, and this is one more rule.`,
  }),
  'name-similar': ({ name, other, differs }: { name: string; other: string; differs: NameDifference }) => ({
    message: say`The names ${quoteName(name, differs)} and ${quoteName(other, differs)} differ only in ${differs}, so these are two rules.`,
    remedy: say`If one is meant, remove the other; if two, give them names that people can tell apart.`,
  }),
  'label-similar': (args: { field: 'label' | 'folderName'; name: string; other: string; differs: NameDifference }) => {
    const { field, name, other, differs } = args;
    const shown = differs === 'case' || differs === 'a letter' ? quotedValue : addressInQuotes;
    return {
      message: say`The ${field === 'label' ? 'label' : 'folder'} ${shown(name)} differs from ${shown(other)} only in ${differs}.`,
      remedy: say`If one is meant, write ${shown(other)}; if two, give them names that people can tell apart.`,
    };
  },
  'senders-overlap': ({ name, sender, otherSender }: { name: string; sender: string; otherSender: string }) => ({
    message:
      sender === otherSender
        ? say`The rule ${shortQuoted(name)} matches the same sender, ${quotedValue(sender)}. Some services refuse the second one.`
        : say`The sender ${quotedValue(sender)} overlaps ${quotedValue(otherSender)} of the rule ${shortQuoted(name)}. Some services refuse the second one.`,
    remedy: say`Join the two rules, or add \`to\`, \`subject\` or \`aiInstructions\` to one.`,
  }),
  'renamed-from-twice': ({ name }: { name: string }) => ({
    message: say`Another rule is renamed from ${shortQuoted(name)} too, and only one can be.`,
    remedy: say`Remove \`renamedFrom\` from one of them: that one is then created.`,
  }),
} satisfies Topic;

/** Quotes a name. Unicode forms look alike, so these names show code points. */
export function quoteName(name: string, differs: NameDifference): Parts {
  const isHidden = ['Unicode form', 'hidden characters', 'letters that look alike'].includes(differs);
  if (!isHidden) return shortQuoted(name);
  // The backslashes of code points are not part of the name, so they are not escaped.
  return ['"', short(name, (shown) => escapeLetters(escapeQuotes(shown))), '"'];
}
