/** What the service stores of a request body: by the specification, and as measured. */
import { recordOf } from '../model/record-of.ts';
import type { InboxSettings } from './inbox.ts';
import { isBlank, type RequestAction, type RequestBody } from './request-body.ts';
import { FIELD_KEYS, MATCHERS, type RuleContent, type WireAction } from './wire.ts';

const NO_INTEGRATION = { integrationName: null, integrationToolName: null, integrationArgs: null };

/** Actions that send mail: rules with them are created disabled (measured). */
const OUTBOUND = new Set(['REPLY', 'FORWARD', 'SEND_EMAIL']);

export function isOutbound(content: RuleContent): boolean {
  return content.actions.some((action) => OUTBOUND.has(action.type));
}

function actionAsSent(action: RequestAction): WireAction {
  const { type, messagingChannelId, fields, delayInMinutes } = action;
  // Optional in answers (API spec 2.3), so it is omitted if the request omitted it.
  const channel = messagingChannelId === undefined ? {} : { messagingChannelId };
  return {
    type,
    ...channel,
    fields: recordOf(FIELD_KEYS, (key) => fields?.[key] ?? null),
    delayInMinutes: delayInMinutes ?? null,
    ...NO_INTEGRATION,
  };
}

/** Every key, and every value as it was sent (API spec 2.2, 2.3, 4.4). */
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

/** With webhooks disabled, a PUT keeps those of the rule (measured). */
function keptWebhooks(before: RuleContent | null, { features }: InboxSettings): WireAction[] {
  if (before === null || features.webhooks) return [];
  return before.actions.filter((action) => action.type === 'CALL_WEBHOOK');
}

/** As stored. Of the replaced rule (null on a POST) only the operator, if the body has none, and disabled webhooks stay. */
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
