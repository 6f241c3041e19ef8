// biome-ignore-all lint: made by a program
/**
 * Whether a value is as a schema wants it, in which case it is used as it is; zod is loaded only to say what is wrong.
 * Made by `npm run schemas` from src/model/written-rule.ts and src/model/written-project.ts.
 */

import type * as z from 'zod';

export const RULE_KEYS = ['name', 'renamedFrom', 'enabled', 'runOnThreads', 'condition', 'actions'] as const;

export const CONDITION_KEYS = ['conditionalOperator', 'aiInstructions', 'static'] as const;

export const ACTION_KEYS = ['type', 'messagingChannelId', 'fields', 'delayInMinutes'] as const;

export function isWrittenRule(value: unknown): value is z.infer<typeof import('../model/written-rule.ts').writtenRule> {
  return fitsWrittenRule(value);
}

export function isProjectFile(
  value: unknown,
): value is z.infer<typeof import('../model/written-project.ts').projectFile> {
  return fitsProjectFile(value);
}

export function isAccountFile(
  value: unknown,
): value is z.infer<typeof import('../model/written-project.ts').accountFile> {
  return fitsAccountsMember(value);
}

function fitsTextOrNothing(value: any): boolean {
  return value === undefined || value === null || typeof value === 'string';
}

function fitsBooleanOrNothing(value: any): boolean {
  return value === undefined || value === null || typeof value === 'boolean';
}

function fitsConditionalOperator(value: any): boolean {
  switch (value) {
    case 'AND':
    case 'OR':
      return true;
    default:
      return false;
  }
}

function fitsConditionalOperatorOrNothing(value: any): boolean {
  return value === undefined || value === null || fitsConditionalOperator(value);
}

function fitsFilledText(value: any): boolean {
  return typeof value === 'string' && value.length >= 1;
}

function fitsFile(value: any): boolean {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  for (const key in value) {
    switch (key) {
      case 'file':
        continue;
      default:
        return false;
    }
  }
  return fitsFilledText(value.file);
}

function fitsEnv(value: any): boolean {
  return typeof value === 'string' && /^[A-Za-z_][A-Za-z0-9_]*$/.test(value);
}

function fitsEnv2(value: any): boolean {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  for (const key in value) {
    switch (key) {
      case 'env':
        continue;
      default:
        return false;
    }
  }
  return fitsEnv(value.env);
}

function fitsTextOrFileOrEnvOrNothing(value: any): boolean {
  return value === undefined || value === null || typeof value === 'string' || fitsFile(value) || fitsEnv2(value);
}

function fitsStatic(value: any): boolean {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  for (const key in value) {
    switch (key) {
      case 'from':
      case 'to':
      case 'subject':
        continue;
      default:
        return false;
    }
  }
  return (
    fitsTextOrFileOrEnvOrNothing(value.from) &&
    fitsTextOrFileOrEnvOrNothing(value.to) &&
    fitsTextOrFileOrEnvOrNothing(value.subject)
  );
}

function fitsStaticOrNothing(value: any): boolean {
  return value === undefined || value === null || fitsStatic(value);
}

function fitsCondition(value: any): boolean {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  for (const key in value) {
    switch (key) {
      case 'conditionalOperator':
      case 'aiInstructions':
      case 'static':
        continue;
      default:
        return false;
    }
  }
  return (
    fitsConditionalOperatorOrNothing(value.conditionalOperator) &&
    fitsTextOrFileOrEnvOrNothing(value.aiInstructions) &&
    fitsStaticOrNothing(value.static)
  );
}

function fitsType(value: any): boolean {
  switch (value) {
    case 'LABEL':
    case 'ARCHIVE':
    case 'MARK_READ':
    case 'STAR':
    case 'DRAFT_EMAIL':
    case 'DRAFT_MESSAGING_CHANNEL':
    case 'REPLY':
    case 'FORWARD':
    case 'SEND_EMAIL':
    case 'MARK_SPAM':
    case 'DIGEST':
    case 'CALL_WEBHOOK':
    case 'MOVE_FOLDER':
    case 'NOTIFY_MESSAGING_CHANNEL':
    case 'NOTIFY_SENDER':
    case 'DELETE':
      return true;
    default:
      return false;
  }
}

function fitsMessagingChannelId(value: any): boolean {
  return typeof value === 'string' && /^[cC][0-9a-z]{6,}$/.test(value);
}

function fitsMessagingChannelIdOrNothing(value: any): boolean {
  return value === undefined || value === null || fitsMessagingChannelId(value);
}

function fitsFields(value: any): boolean {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  for (const key in value) {
    switch (key) {
      case 'label':
      case 'to':
      case 'cc':
      case 'bcc':
      case 'subject':
      case 'content':
      case 'webhookUrl':
      case 'folderName':
        continue;
      default:
        return false;
    }
  }
  return (
    fitsTextOrFileOrEnvOrNothing(value.label) &&
    fitsTextOrFileOrEnvOrNothing(value.to) &&
    fitsTextOrFileOrEnvOrNothing(value.cc) &&
    fitsTextOrFileOrEnvOrNothing(value.bcc) &&
    fitsTextOrFileOrEnvOrNothing(value.subject) &&
    fitsTextOrFileOrEnvOrNothing(value.content) &&
    fitsTextOrFileOrEnvOrNothing(value.webhookUrl) &&
    fitsTextOrFileOrEnvOrNothing(value.folderName)
  );
}

function fitsFieldsOrNothing(value: any): boolean {
  return value === undefined || value === null || fitsFields(value);
}

function fitsDelayInMinutes(value: any): boolean {
  return Number.isSafeInteger(value) && value >= 1 && value <= 129600;
}

function fitsDelayInMinutesOrNothing(value: any): boolean {
  return value === undefined || value === null || fitsDelayInMinutes(value);
}

function fitsActions(value: any): boolean {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  for (const key in value) {
    switch (key) {
      case 'type':
      case 'messagingChannelId':
      case 'fields':
      case 'delayInMinutes':
        continue;
      default:
        return false;
    }
  }
  return (
    fitsType(value.type) &&
    fitsMessagingChannelIdOrNothing(value.messagingChannelId) &&
    fitsFieldsOrNothing(value.fields) &&
    fitsDelayInMinutesOrNothing(value.delayInMinutes)
  );
}

function fitsActionsList(value: any): boolean {
  if (!Array.isArray(value) || value.length < 1) return false;
  for (let index = 0; index < value.length; index++) {
    if (!fitsActions(value[index])) return false;
  }
  return true;
}

function fitsWrittenRule(value: any): boolean {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  for (const key in value) {
    switch (key) {
      case 'name':
      case 'renamedFrom':
      case 'enabled':
      case 'runOnThreads':
      case 'condition':
      case 'actions':
        continue;
      default:
        return false;
    }
  }
  return (
    typeof value.name === 'string' &&
    fitsTextOrNothing(value.renamedFrom) &&
    fitsBooleanOrNothing(value.enabled) &&
    fitsBooleanOrNothing(value.runOnThreads) &&
    fitsCondition(value.condition) &&
    fitsActionsList(value.actions)
  );
}

function fitsVersionOrNothing(value: any): boolean {
  return value === undefined || value === null || value === 1;
}

function fitsRulesList(value: any): boolean {
  if (!Array.isArray(value) || value.length < 1) return false;
  for (let index = 0; index < value.length; index++) {
    if (!fitsFilledText(value[index])) return false;
  }
  return true;
}

function fitsRulesOrNothing(value: any): boolean {
  return value === undefined || value === null || fitsRulesList(value);
}

function fitsUndeclared(value: any): boolean {
  switch (value) {
    case 'delete':
    case 'keep':
    case 'declared-before':
      return true;
    default:
      return false;
  }
}

function fitsUndeclaredOrNothing(value: any): boolean {
  return value === undefined || value === null || fitsUndeclared(value);
}

function fitsTextList(value: any): boolean {
  if (!Array.isArray(value)) return false;
  for (let index = 0; index < value.length; index++) {
    if (!(typeof value[index] === 'string')) return false;
  }
  return true;
}

function fitsIgnoreOrNothing(value: any): boolean {
  return value === undefined || value === null || fitsTextList(value);
}

function fitsActionOrder(value: any): boolean {
  switch (value) {
    case 'exact':
    case 'any':
      return true;
    default:
      return false;
  }
}

function fitsActionOrderOrNothing(value: any): boolean {
  return value === undefined || value === null || fitsActionOrder(value);
}

function fitsTextList2(value: any): boolean {
  if (!Array.isArray(value) || value.length < 1) return false;
  for (let index = 0; index < value.length; index++) {
    if (!(typeof value[index] === 'string')) return false;
  }
  return true;
}

function fitsIgnoreDifferences(value: any): boolean {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  for (const key in value) {
    switch (key) {
      case 'rule':
      case 'fields':
        continue;
      default:
        return false;
    }
  }
  return typeof value.rule === 'string' && fitsTextList2(value.fields);
}

function fitsIgnoreDifferencesList(value: any): boolean {
  if (!Array.isArray(value)) return false;
  for (let index = 0; index < value.length; index++) {
    if (!fitsIgnoreDifferences(value[index])) return false;
  }
  return true;
}

function fitsIgnoreDifferencesOrNothing(value: any): boolean {
  return value === undefined || value === null || fitsIgnoreDifferencesList(value);
}

function fitsMaxDeletes(value: any): boolean {
  return Number.isSafeInteger(value) && value >= 0;
}

function fitsMaxDeletes2(value: any): boolean {
  return typeof value === 'string' && /^(100|[1-9]?[0-9])%$/.test(value);
}

function fitsMaxDeletesOrMaxDeletesOrNothing(value: any): boolean {
  return value === undefined || value === null || fitsMaxDeletes(value) || fitsMaxDeletes2(value);
}

function fitsGuard(value: any): boolean {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  for (const key in value) {
    switch (key) {
      case 'maxDeletes':
        continue;
      default:
        return false;
    }
  }
  return fitsMaxDeletesOrMaxDeletesOrNothing(value.maxDeletes);
}

function fitsGuardOrNothing(value: any): boolean {
  return value === undefined || value === null || fitsGuard(value);
}

function fitsForbidActionsList(value: any): boolean {
  if (!Array.isArray(value)) return false;
  for (let index = 0; index < value.length; index++) {
    if (!fitsType(value[index])) return false;
  }
  return true;
}

function fitsForbidActionsOrNothing(value: any): boolean {
  return value === undefined || value === null || fitsForbidActionsList(value);
}

function fitsPolicy(value: any): boolean {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  for (const key in value) {
    switch (key) {
      case 'forbidActions':
      case 'forwardTo':
      case 'webhookHosts':
        continue;
      default:
        return false;
    }
  }
  return (
    fitsForbidActionsOrNothing(value.forbidActions) &&
    fitsIgnoreOrNothing(value.forwardTo) &&
    fitsIgnoreOrNothing(value.webhookHosts)
  );
}

function fitsPolicyOrNothing(value: any): boolean {
  return value === undefined || value === null || fitsPolicy(value);
}

function fitsAccountsKey(value: any): boolean {
  return typeof value === 'string' && /^[\p{L}\p{N}][\p{L}\p{N}._@+-]*$/u.test(value);
}

function fitsBaseUrlOrNothing(value: any): boolean {
  return value === undefined || value === null || fitsFilledText(value);
}

function fitsApiKeyOrNothing(value: any): boolean {
  return value === undefined || value === null || fitsEnv2(value);
}

function fitsAccountsMember(value: any): boolean {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  for (const key in value) {
    switch (key) {
      case 'baseUrl':
      case 'apiKey':
      case 'rules':
      case 'undeclared':
      case 'ignore':
      case 'actionOrder':
      case 'ignoreDifferences':
      case 'guard':
      case 'policy':
        continue;
      default:
        return false;
    }
  }
  return (
    fitsBaseUrlOrNothing(value.baseUrl) &&
    fitsApiKeyOrNothing(value.apiKey) &&
    fitsRulesOrNothing(value.rules) &&
    fitsUndeclaredOrNothing(value.undeclared) &&
    fitsIgnoreOrNothing(value.ignore) &&
    fitsActionOrderOrNothing(value.actionOrder) &&
    fitsIgnoreDifferencesOrNothing(value.ignoreDifferences) &&
    fitsGuardOrNothing(value.guard) &&
    fitsPolicyOrNothing(value.policy)
  );
}

function fitsAccountsMemberOrNull(value: any): boolean {
  return value === null || fitsAccountsMember(value);
}

function fitsPlainObject(value: any): boolean {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  const made = value.constructor;
  if (typeof made !== 'function') return true;
  const { prototype } = made;
  return (
    typeof prototype === 'object' &&
    prototype !== null &&
    !Array.isArray(prototype) &&
    Object.hasOwn(prototype, 'isPrototypeOf')
  );
}

function fitsAccounts(value: any): boolean {
  if (!fitsPlainObject(value)) return false;
  for (const key of Reflect.ownKeys(value)) {
    if (key === '__proto__' || !Object.prototype.propertyIsEnumerable.call(value, key)) continue;
    if (!fitsAccountsKey(key) || !fitsAccountsMemberOrNull(value[key])) return false;
  }
  return true;
}

function fitsAccountsOrAccountsOrNothing(value: any): boolean {
  return value === undefined || value === null || fitsAccounts(value) || fitsFilledText(value);
}

function fitsProjectFile(value: any): boolean {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  for (const key in value) {
    switch (key) {
      case 'version':
      case 'rules':
      case 'undeclared':
      case 'ignore':
      case 'actionOrder':
      case 'ignoreDifferences':
      case 'guard':
      case 'policy':
      case 'accounts':
        continue;
      default:
        return false;
    }
  }
  return (
    fitsVersionOrNothing(value.version) &&
    fitsRulesOrNothing(value.rules) &&
    fitsUndeclaredOrNothing(value.undeclared) &&
    fitsIgnoreOrNothing(value.ignore) &&
    fitsActionOrderOrNothing(value.actionOrder) &&
    fitsIgnoreDifferencesOrNothing(value.ignoreDifferences) &&
    fitsGuardOrNothing(value.guard) &&
    fitsPolicyOrNothing(value.policy) &&
    fitsAccountsOrAccountsOrNothing(value.accounts)
  );
}
