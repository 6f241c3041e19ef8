/**
 * The catalogue of action types: one row says everything about a type. Schemas, hovers, checks, risks, policy, proposals and
 * sentences are derived from it. The sandbox has its own rules, so that it can disagree.
 */

interface Field {
  /** For hovers, after the types that use it. */
  means: string;
  /** In the sentence of a rule: what precedes its value. */
  inSentence: string;
  /** A list of addresses, which are named in sentences and checked against the policy. */
  addresses?: true;
}

const FIELD_ROWS = {
  label: { means: 'the label to add.', inSentence: ' ' },
  to: { means: 'who gets the mail.', inSentence: ' to ', addresses: true },
  cc: { means: 'copies.', inSentence: ' with a copy to ', addresses: true },
  bcc: { means: 'blind copies.', inSentence: ' with a hidden copy to ', addresses: true },
  subject: { means: 'the subject.', inSentence: ' about ' },
  content: { means: 'the text. `{{…}}` is a prompt that the service fills in.', inSentence: ' saying ' },
  webhookUrl: { means: 'an https URL that the service posts the mail to.', inSentence: ' ' },
  folderName: { means: 'the folder.', inSentence: ' ' },
} satisfies Record<string, Field>;

export type FieldKey = keyof typeof FIELD_ROWS;

/** In the order of the API (API spec 2.3). */
export const FIELD_KEYS = Object.keys(FIELD_ROWS) as FieldKey[];

export const FIELDS: Readonly<Record<FieldKey, Field>> = FIELD_ROWS;

export const ADDRESS_FIELDS = FIELD_KEYS.filter((key) => FIELDS[key].addresses);

interface ActionRow {
  /** For hovers, which add the fields that it uses. */
  does: string;
  /** In the sentence of a rule, before what it needs and uses. */
  inSentence: string;
  /** The service answers 400 if this is blank (measured). */
  needs?: FieldKey;
  /** Optional. Other fields are stored without effect (measured). */
  uses?: readonly FieldKey[];
  /** Whether it needs `messagingChannelId`. Other types do not use it. */
  channel?: true;
  risk?: 'sends-mail' | 'leaves-mailbox' | 'destroys-mail';
  /** Sends texts and to addresses of the rule. The service may disable such rules, and refuses vague senders (measured). */
  outbound?: true;
  final?: true;
}

const COPIED = ['content', 'cc', 'bcc'] as const;
const DRAFTED = ['subject', 'content', 'to', 'cc', 'bcc'] as const;
const CHANNEL = { channel: true, risk: 'leaves-mailbox' } as const;
const SENDS = { risk: 'sends-mail', outbound: true, final: true } as const;

const ACTION_ROWS = {
  LABEL: { does: 'Adds a label (a tag, a category).', inSentence: 'label', needs: 'label' },
  ARCHIVE: { does: 'Takes the mail out of the inbox.', inSentence: 'archive' },
  MARK_READ: { does: 'Marks the mail as read (seen).', inSentence: 'mark as read' },
  STAR: { does: 'Stars (flags) the mail.', inSentence: 'star' },
  DRAFT_EMAIL: {
    does: 'Drafts a mail, such as a reply; without `content` the AI writes it.',
    inSentence: 'draft a mail',
    uses: DRAFTED,
  },
  DRAFT_MESSAGING_CHANNEL: {
    does: 'Drafts a message in a channel.',
    inSentence: 'draft a message',
    uses: DRAFTED,
    ...CHANNEL,
  },
  REPLY: { does: 'Sends a reply.', inSentence: 'reply', uses: COPIED, ...SENDS },
  FORWARD: { does: 'Forwards (redirects) the mail.', inSentence: 'forward', needs: 'to', uses: COPIED, ...SENDS },
  SEND_EMAIL: { does: 'Sends a mail.', inSentence: 'send a mail', needs: 'to', uses: ['subject', ...COPIED], ...SENDS },
  MARK_SPAM: { does: 'Marks the mail as spam (junk).', inSentence: 'mark as spam', risk: 'destroys-mail' },
  DIGEST: { does: 'Puts the mail into the digest.', inSentence: 'put into the digest' },
  CALL_WEBHOOK: {
    does: 'Posts the mail to a URL.',
    inSentence: 'call the webhook',
    needs: 'webhookUrl',
    risk: 'leaves-mailbox',
  },
  MOVE_FOLDER: { does: 'Moves (files) the mail to a folder.', inSentence: 'move to the folder', needs: 'folderName' },
  NOTIFY_MESSAGING_CHANNEL: {
    does: 'Posts a notice in a channel, such as Slack.',
    inSentence: 'post a notice',
    ...CHANNEL,
  },
  NOTIFY_SENDER: { does: 'Sends a notice to the sender.', inSentence: 'notify the sender', risk: 'sends-mail' },
  DELETE: {
    does: 'Moves (discards) the mail to the trash. Only where the deployment allows it.',
    inSentence: 'move to trash',
    risk: 'destroys-mail',
    final: true,
  },
} satisfies Record<string, ActionRow>;

export type ActionType = keyof typeof ACTION_ROWS;

/** The types that a request may have, in the order of the API (API spec 4.4). */
export const ACTION_TYPES = Object.keys(ACTION_ROWS) as ActionType[];

export const ACTIONS: Readonly<Record<ActionType, ActionRow>> = ACTION_ROWS;

/** Whether a request may have an action of this type (API spec 4.4): INTEGRATION and unknown types cannot be sent. */
export function isSendable(type: string): type is ActionType {
  return Object.hasOwn(ACTIONS, type);
}

export function fieldsOf(type: ActionType): readonly FieldKey[] {
  const { needs, uses = [] } = ACTIONS[type];
  return needs === undefined ? uses : [needs, ...uses];
}

export function isOutbound(actions: readonly { type: string }[]): boolean {
  return actions.some(({ type }) => isSendable(type) && ACTIONS[type].outbound === true);
}

/** The types with a property, as `A, B and C`. */
export function typesNamed(isMeant: (type: ActionType) => boolean): string {
  return ACTION_TYPES.filter(isMeant)
    .join(', ')
    .replace(/, (?=[^,]*$)/, ' and ');
}
