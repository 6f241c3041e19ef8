/** What a rule does, in words: `label Refunds, then archive after 1 day`. */
import type { ShownAction, ShownRule, ShownText } from '../../model/plan.ts';
import type { ActionType, FieldKey } from '../../model/rule.ts';
import { grouped } from '../lines.ts';
import { delay } from '../rule-lines.ts';
import { listed, type SentencePart, said, words } from './parts.ts';

/** Actions that are said; what is dangerous in the others is said beside the rule. */
const MOST = 10;

/** Takes actions in their order (null: not shown). */
export function actionWords(actions: ShownRule['actions']): SentencePart[] {
  if (actions === null) return words('its actions are not shown');
  if (actions.length === 0) return words('do nothing that is shown');
  const some = actions.slice(0, MOST).map((action) => (action === null ? words('an action not shown') : one(action)));
  const left = actions.length - some.length;
  const items = left === 0 ? some : [...some, words(`${grouped(left)} more`)];
  return items.flatMap((item, index) => {
    const between = index === 0 ? '' : index === items.length - 1 ? ', then ' : ', ';
    return between === '' ? item : [...words(between), ...item];
  });
}

function one(action: ShownAction): SentencePart[] {
  const { type, delayInMinutes } = action;
  const after = delayInMinutes === null ? [] : words(` after ${delay(delayInMinutes)}`);
  return [...doing(action, type), ...after];
}

function doing(action: ShownAction, type: string | null): SentencePart[] {
  if (type === null) return words('do what is not shown');
  return Object.hasOwn(WORDS, type) ? WORDS[type as ActionType](action) : [...words('do '), ...said(type)];
}

/** Each names those fields that the type uses. */
const WORDS: Record<ActionType, (action: ShownAction) => SentencePart[]> = {
  LABEL: (action) => [...words('label'), ...field(action, ' ', 'label')],
  ARCHIVE: () => words('archive'),
  MARK_READ: () => words('mark as read'),
  STAR: () => words('star'),
  DRAFT_EMAIL: (action) =>
    isBlank(action.fields?.content ?? null)
      ? [...words('draft a mail that the AI writes'), ...receivers(action), ...field(action, ' about ', 'subject')]
      : [...words('draft a mail'), ...receivers(action), ...texts(action)],
  DRAFT_MESSAGING_CHANNEL: (action) => [...words('draft a message'), ...channel(action), ...texts(action)],
  REPLY: (action) => [...words('reply'), ...copies(action), ...field(action, ' ', 'content')],
  FORWARD: (action) => [...words('forward'), ...receivers(action), ...field(action, ' saying ', 'content')],
  SEND_EMAIL: (action) => [...words('send a mail'), ...receivers(action), ...texts(action)],
  MARK_SPAM: () => words('mark as spam'),
  DIGEST: () => words('put into the digest'),
  CALL_WEBHOOK: (action) => [...words('call the webhook'), ...field(action, ' ', 'webhookUrl')],
  MOVE_FOLDER: (action) => [...words('move to the folder'), ...field(action, ' ', 'folderName')],
  NOTIFY_MESSAGING_CHANNEL: (action) => [...words('notify a messaging channel'), ...channel(action)],
  NOTIFY_SENDER: () => words('notify the sender'),
  DELETE: () => words('move to trash'),
};

function texts(action: ShownAction): SentencePart[] {
  return [...field(action, ' about ', 'subject'), ...field(action, ' saying ', 'content')];
}

function receivers(action: ShownAction): SentencePart[] {
  return [...addresses(action, ' to ', 'to'), ...copies(action)];
}

function copies(action: ShownAction): SentencePart[] {
  return [...addresses(action, ' with a copy to ', 'cc'), ...addresses(action, ' with a hidden copy to ', 'bcc')];
}

function channel({ messagingChannelId: id }: ShownAction): SentencePart[] {
  return id === null ? [] : [...words(' in '), ...said(id)];
}

function field({ fields }: ShownAction, before: string, key: FieldKey): SentencePart[] {
  const value = fields?.[key] ?? null;
  return value === null || isBlank(value) ? [] : [...words(before), ...said(value)];
}

function addresses({ fields }: ShownAction, before: string, key: FieldKey): SentencePart[] {
  const value = fields?.[key] ?? null;
  if (value === null || isBlank(value)) return [];
  const all = typeof value === 'object' ? [value] : value.split(/[,;]/).filter((part) => part.trim() !== '');
  return [...words(before), ...listed((all.length === 0 ? [value] : all).map(said), 'and')];
}

function isBlank(value: ShownText): boolean {
  return value === null || (typeof value === 'string' && value.trim() === '');
}
