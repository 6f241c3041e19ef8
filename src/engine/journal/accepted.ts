// biome-ignore-all lint: made by a program
/**
 * Whether a value is as a schema wants it, in which case it is used as it is; zod is loaded only to say what is wrong.
 * Made by `npm run schemas` from src/model/journal.ts.
 */

import type * as z from 'zod';

export function isPlanLine(value: unknown): value is z.infer<typeof import('../../model/journal.ts').planLine> {
  return fitsPlanLine(value);
}

export function isOutcomeLine(value: unknown): value is z.infer<typeof import('../../model/journal.ts').outcomeLine> {
  return fitsOutcomeLine(value);
}

export function isEndLine(value: unknown): value is z.infer<typeof import('../../model/journal.ts').endLine> {
  return fitsEndLine(value);
}

function fitsRun(value: any): boolean {
  return typeof value === 'string' && /^\d{8}T\d{6}Z-[0-9a-f]{12}(-\d+)?$/.test(value);
}

function fitsBy(value: any): boolean {
  switch (value) {
    case 'apply':
    case 'rollback':
      return true;
    default:
      return false;
  }
}

function fitsTextOrNull(value: any): boolean {
  return value === null || typeof value === 'string';
}

function fitsAccounts(value: any): boolean {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  for (const key in value) {
    switch (key) {
      case 'name':
      case 'baseUrl':
      case 'keyId':
        continue;
      default:
        return false;
    }
  }
  return typeof value.name === 'string' && typeof value.baseUrl === 'string' && typeof value.keyId === 'string';
}

function fitsAccountsList(value: any): boolean {
  if (!Array.isArray(value)) return false;
  for (let index = 0; index < value.length; index++) {
    if (!fitsAccounts(value[index])) return false;
  }
  return true;
}

function fitsOp(value: any): boolean {
  switch (value) {
    case 'create':
    case 'replace':
    case 'delete':
      return true;
    default:
      return false;
  }
}

function fitsTextOrMissing(value: any): boolean {
  return value === undefined || typeof value === 'string';
}

function fitsEnv(value: any): boolean {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  for (const key in value) {
    switch (key) {
      case 'env':
      case 'tag':
      case 'value':
        continue;
      default:
        return false;
    }
  }
  return typeof value.env === 'string' && fitsTextOrMissing(value.tag) && fitsTextOrMissing(value.value);
}

function fitsHidden(value: any): boolean {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  for (const key in value) {
    switch (key) {
      case 'hidden':
      case 'value':
        continue;
      default:
        return false;
    }
  }
  return typeof value.hidden === 'string' && fitsTextOrMissing(value.value);
}

function fitsTextOrEnvOrHidden(value: any): boolean {
  return typeof value === 'string' || fitsEnv(value) || fitsHidden(value);
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

function fitsConditionalOperatorOrNull(value: any): boolean {
  return value === null || fitsConditionalOperator(value);
}

function fitsTextOrEnvOrHiddenOrNull(value: any): boolean {
  return value === null || typeof value === 'string' || fitsEnv(value) || fitsHidden(value);
}

function fitsStatic(value: any): boolean {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;

  return (
    fitsTextOrEnvOrHiddenOrNull(value.from) &&
    fitsTextOrEnvOrHiddenOrNull(value.to) &&
    fitsTextOrEnvOrHiddenOrNull(value.subject)
  );
}

function fitsCondition(value: any): boolean {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;

  return (
    fitsConditionalOperatorOrNull(value.conditionalOperator) &&
    fitsTextOrEnvOrHiddenOrNull(value.aiInstructions) &&
    fitsStatic(value.static)
  );
}

function fitsFields(value: any): boolean {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;

  return (
    fitsTextOrEnvOrHiddenOrNull(value.label) &&
    fitsTextOrEnvOrHiddenOrNull(value.to) &&
    fitsTextOrEnvOrHiddenOrNull(value.cc) &&
    fitsTextOrEnvOrHiddenOrNull(value.bcc) &&
    fitsTextOrEnvOrHiddenOrNull(value.subject) &&
    fitsTextOrEnvOrHiddenOrNull(value.content) &&
    fitsTextOrEnvOrHiddenOrNull(value.webhookUrl) &&
    fitsTextOrEnvOrHiddenOrNull(value.folderName)
  );
}

function fitsNumberOrNull(value: any): boolean {
  return value === null || Number.isFinite(value);
}

function fitsActions(value: any): boolean {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;

  return (
    fitsTextOrEnvOrHiddenOrNull(value.messagingChannelId) &&
    fitsFields(value.fields) &&
    fitsNumberOrNull(value.delayInMinutes) &&
    typeof value.type === 'string' &&
    fitsTextOrEnvOrHiddenOrNull(value.integrationName) &&
    fitsTextOrEnvOrHiddenOrNull(value.integrationToolName)
  );
}

function fitsActionsList(value: any): boolean {
  if (!Array.isArray(value)) return false;
  for (let index = 0; index < value.length; index++) {
    if (!fitsActions(value[index])) return false;
  }
  return true;
}

function fitsLive(value: any): boolean {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;

  return (
    typeof value.id === 'string' &&
    fitsTextOrEnvOrHidden(value.name) &&
    typeof value.enabled === 'boolean' &&
    typeof value.runOnThreads === 'boolean' &&
    typeof value.createdAt === 'string' &&
    typeof value.updatedAt === 'string' &&
    fitsCondition(value.condition) &&
    fitsActionsList(value.actions)
  );
}

function fitsLiveOrNull(value: any): boolean {
  return value === null || fitsLive(value);
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

function fitsActions2(value: any): boolean {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;

  return (
    fitsTextOrEnvOrHiddenOrNull(value.messagingChannelId) &&
    fitsFields(value.fields) &&
    fitsNumberOrNull(value.delayInMinutes) &&
    fitsType(value.type)
  );
}

function fitsActionsList2(value: any): boolean {
  if (!Array.isArray(value)) return false;
  for (let index = 0; index < value.length; index++) {
    if (!fitsActions2(value[index])) return false;
  }
  return true;
}

function fitsWanted(value: any): boolean {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  for (const key in value) {
    switch (key) {
      case 'name':
      case 'runOnThreads':
      case 'condition':
      case 'actions':
        continue;
      default:
        return false;
    }
  }
  return (
    fitsTextOrEnvOrHidden(value.name) &&
    typeof value.runOnThreads === 'boolean' &&
    fitsCondition(value.condition) &&
    fitsActionsList2(value.actions)
  );
}

function fitsWantedOrNull(value: any): boolean {
  return value === null || fitsWanted(value);
}

function fitsChanges(value: any): boolean {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  for (const key in value) {
    switch (key) {
      case 'account':
      case 'op':
      case 'name':
      case 'id':
      case 'digest':
      case 'renamedFrom':
      case 'live':
      case 'wanted':
        continue;
      default:
        return false;
    }
  }
  return (
    typeof value.account === 'string' &&
    fitsOp(value.op) &&
    typeof value.name === 'string' &&
    fitsTextOrNull(value.id) &&
    typeof value.digest === 'string' &&
    fitsTextOrMissing(value.renamedFrom) &&
    fitsLiveOrNull(value.live) &&
    fitsWantedOrNull(value.wanted)
  );
}

function fitsChangesList(value: any): boolean {
  if (!Array.isArray(value)) return false;
  for (let index = 0; index < value.length; index++) {
    if (!fitsChanges(value[index])) return false;
  }
  return true;
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

function fitsSeals(value: any): boolean {
  if (!fitsPlainObject(value)) return false;
  for (const key of Reflect.ownKeys(value)) {
    if (key === '__proto__' || !Object.prototype.propertyIsEnumerable.call(value, key)) continue;
    if (!(typeof key === 'string') || !(typeof value[key] === 'string')) return false;
  }
  return true;
}

function fitsSealsOrMissing(value: any): boolean {
  return value === undefined || fitsSeals(value);
}

function fitsPlanLine(value: any): boolean {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  for (const key in value) {
    switch (key) {
      case 'formatVersion':
      case 'kind':
      case 'run':
      case 'startedAt':
      case 'by':
      case 'rollbackOf':
      case 'version':
      case 'digest':
      case 'keyId':
      case 'pid':
      case 'accounts':
      case 'changes':
      case 'seals':
        continue;
      default:
        return false;
    }
  }
  return (
    value.formatVersion === 1 &&
    value.kind === 'plan' &&
    fitsRun(value.run) &&
    typeof value.startedAt === 'string' &&
    fitsBy(value.by) &&
    fitsTextOrNull(value.rollbackOf) &&
    typeof value.version === 'string' &&
    typeof value.digest === 'string' &&
    fitsTextOrNull(value.keyId) &&
    Number.isSafeInteger(value.pid) &&
    fitsAccountsList(value.accounts) &&
    fitsChangesList(value.changes) &&
    fitsSealsOrMissing(value.seals)
  );
}

function fitsChange(value: any): boolean {
  return Number.isSafeInteger(value) && value >= 0;
}

function fitsStatus(value: any): boolean {
  switch (value) {
    case 'done':
    case 'failed':
    case 'refused':
    case 'held':
    case 'not-tried':
    case 'parked':
    case 'skipped':
    case 'put-back':
      return true;
    default:
      return false;
  }
}

function fitsStatusOrNull(value: any): boolean {
  return value === null || Number.isSafeInteger(value);
}

function fitsError(value: any): boolean {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  for (const key in value) {
    switch (key) {
      case 'status':
      case 'code':
      case 'message':
        continue;
      default:
        return false;
    }
  }
  return fitsStatusOrNull(value.status) && fitsTextOrNull(value.code) && typeof value.message === 'string';
}

function fitsErrorOrMissing(value: any): boolean {
  return value === undefined || fitsError(value);
}

function fitsUnansweredOrMissing(value: any): boolean {
  return value === undefined || value === true;
}

function fitsOutcomeLine(value: any): boolean {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  for (const key in value) {
    switch (key) {
      case 'kind':
      case 'change':
      case 'status':
      case 'id':
      case 'at':
      case 'error':
      case 'unanswered':
      case 'seal':
        continue;
      default:
        return false;
    }
  }
  return (
    value.kind === 'outcome' &&
    fitsChange(value.change) &&
    fitsStatus(value.status) &&
    fitsTextOrNull(value.id) &&
    typeof value.at === 'string' &&
    fitsErrorOrMissing(value.error) &&
    fitsUnansweredOrMissing(value.unanswered) &&
    fitsTextOrMissing(value.seal)
  );
}

function fitsOutcome(value: any): boolean {
  switch (value) {
    case 'converged':
    case 'differs':
    case 'partial':
    case 'refused':
    case 'interrupted':
      return true;
    default:
      return false;
  }
}

function fitsEndLine(value: any): boolean {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  for (const key in value) {
    switch (key) {
      case 'kind':
      case 'outcome':
      case 'at':
        continue;
      default:
        return false;
    }
  }
  return value.kind === 'end' && fitsOutcome(value.outcome) && typeof value.at === 'string';
}
