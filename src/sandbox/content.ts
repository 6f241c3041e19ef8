/** What the service keeps of a request body: as the specification has it, and as deployments were measured to do. */
import { recordOf } from '../model/record-of.ts';
import type { InboxSettings } from './inbox.ts';
import { isBlank, type RequestAction, type RequestBody } from './request-body.ts';
import { FIELD_KEYS, MATCHERS, type RuleContent, type WireAction } from './wire.ts';

const NO_INTEGRATION = { integrationName: null, integrationToolName: null, integrationArgs: null };

/** Types that send mail to people: a deployment creates their rules disabled (measured). */
const OUTBOUND = new Set(['REPLY', 'FORWARD', 'SEND_EMAIL']);

/** Whether a rule replies, forwards or sends. */
export function isOutbound(content: RuleContent): boolean {
  return content.actions.some((action) => OUTBOUND.has(action.type));
}

function fieldsAsSent(fields: RequestAction['fields']): WireAction['fields'] {
  return recordOf(FIELD_KEYS, (key) => fields?.[key] ?? null);
}

function actionAsSent(action: RequestAction): WireAction {
  const { type, messagingChannelId, fields, delayInMinutes } = action;
  // Optional in answers (API spec 2.3): left out here where the request left it out.
  const channel = messagingChannelId === undefined ? {} : { messagingChannelId };
  return { type, ...channel, fields: fieldsAsSent(fields), delayInMinutes: delayInMinutes ?? null, ...NO_INTEGRATION };
}

/** A body with every key present and every value as sent (API spec 2.2, 2.3, 4.4). */
export function contentAsSent({ name, runOnThreads, condition, actions }: RequestBody): RuleContent {
  const { conditionalOperator = null, aiInstructions = null } = condition;
  const matchers = recordOf(MATCHERS, (key) => condition.static?.[key] ?? null);
  return {
    name,
    runOnThreads,
    condition: { conditionalOperator, aiInstructions, static: matchers },
    actions: actions.map(actionAsSent),
  };
}

function blankAsNull(text: string | null | undefined): string | null {
  return text === null || text === undefined || isBlank(text) ? null : text;
}

function measuredAction(action: RequestAction, { provider }: InboxSettings): WireAction {
  const { type, messagingChannelId = null, ...sent } = actionAsSent(action);
  const to = blankAsNull(sent.fields.to)?.trim() ?? null;
  const folderName = provider === 'web-mail' ? null : sent.fields.folderName;
  return {
    type,
    messagingChannelId,
    ...sent,
    fields: { ...sent.fields, to, folderName },
    delayInMinutes: sent.delayInMinutes === null ? null : Math.trunc(sent.delayInMinutes),
  };
}

/** Where webhooks are off, a PUT keeps those that the rule has (measured). */
function keptWebhooks(before: RuleContent | null, { features }: InboxSettings): WireAction[] {
  if (before === null || features.webhooks) return [];
  return before.actions.filter((action) => action.type === 'CALL_WEBHOOK');
}

/**
 * What deployments were measured to store of a body. Of the rule that it replaces (null on a POST) only the operator,
 * where the body has none, and webhooks that are switched off survive.
 */
export function measuredContent(body: RequestBody, before: RuleContent | null, inbox: InboxSettings): RuleContent {
  const { conditionalOperator, aiInstructions, static: matchers } = body.condition;
  return {
    name: body.name,
    runOnThreads: body.runOnThreads,
    condition: {
      conditionalOperator: conditionalOperator ?? before?.condition.conditionalOperator ?? 'AND',
      aiInstructions: blankAsNull(aiInstructions),
      static: recordOf(MATCHERS, (key) => blankAsNull(matchers?.[key])),
    },
    actions: [...body.actions.map((action) => measuredAction(action, inbox)), ...keptWebhooks(before, inbox)],
  };
}
