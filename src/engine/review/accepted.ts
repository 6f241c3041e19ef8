// biome-ignore-all lint: made by a program
/**
 * Whether a value is as a schema wants it, in which case it is used as it is; zod is loaded only to say what is wrong.
 * Made by `npm run schemas` from src/model/plan.ts.
 */

import type * as z from 'zod';

export function isPlanDocument(value: unknown): value is z.infer<typeof import('../../model/plan.ts').planDocument> {
  return fitsPlanDocument(value);
}

function fitsDigest(value: any): boolean {
  return typeof value === 'string' && /^sha256:[0-9a-f]{64}$/.test(value);
}

function fitsTextOrNull(value: any): boolean {
  return value === null || typeof value === 'string';
}

function fitsCreate(value: any): boolean {
  return Number.isSafeInteger(value) && value >= 0;
}

function fitsSummary(value: any): boolean {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  for (const key in value) {
    switch (key) {
      case 'create':
      case 'replace':
      case 'delete':
      case 'unchanged':
      case 'kept':
        continue;
      default:
        return false;
    }
  }
  return (
    fitsCreate(value.create) &&
    fitsCreate(value.replace) &&
    fitsCreate(value.delete) &&
    fitsCreate(value.unchanged) &&
    fitsCreate(value.kept)
  );
}

function fitsTextOrMissing(value: any): boolean {
  return value === undefined || typeof value === 'string';
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
      case 'hint':
        continue;
      default:
        return false;
    }
  }
  return (
    fitsStatusOrNull(value.status) &&
    fitsTextOrNull(value.code) &&
    typeof value.message === 'string' &&
    fitsTextOrNull(value.hint)
  );
}

function fitsErrorOrMissing(value: any): boolean {
  return value === undefined || fitsError(value);
}

function fitsAccounts(value: any): boolean {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  for (const key in value) {
    switch (key) {
      case 'name':
      case 'baseUrl':
      case 'live':
      case 'declared':
      case 'summary':
      case 'keyId':
      case 'error':
        continue;
      default:
        return false;
    }
  }
  return (
    typeof value.name === 'string' &&
    typeof value.baseUrl === 'string' &&
    fitsCreate(value.live) &&
    fitsCreate(value.declared) &&
    fitsSummary(value.summary) &&
    fitsTextOrMissing(value.keyId) &&
    fitsErrorOrMissing(value.error)
  );
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

function fitsLine(value: any): boolean {
  return Number.isSafeInteger(value) && value >= 1;
}

function fitsSource(value: any): boolean {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  for (const key in value) {
    switch (key) {
      case 'file':
      case 'line':
      case 'column':
        continue;
      default:
        return false;
    }
  }
  return typeof value.file === 'string' && fitsLine(value.line) && fitsLine(value.column);
}

function fitsSourceOrNull(value: any): boolean {
  return value === null || fitsSource(value);
}

function fitsBooleanOrNull(value: any): boolean {
  return value === null || typeof value === 'boolean';
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

function fitsTag(value: any): boolean {
  return typeof value === 'string' && /^[0-9a-f]{32}$/.test(value);
}

function fitsShown(value: any): boolean {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  for (const key in value) {
    switch (key) {
      case 'shown':
      case 'tag':
        continue;
      default:
        return false;
    }
  }
  return typeof value.shown === 'string' && fitsTag(value.tag);
}

function fitsTextOrShownOrNull(value: any): boolean {
  return value === null || typeof value === 'string' || fitsShown(value);
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
  return fitsTextOrShownOrNull(value.from) && fitsTextOrShownOrNull(value.to) && fitsTextOrShownOrNull(value.subject);
}

function fitsStaticOrNull(value: any): boolean {
  return value === null || fitsStatic(value);
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
    fitsConditionalOperatorOrNull(value.conditionalOperator) &&
    fitsTextOrShownOrNull(value.aiInstructions) &&
    fitsStaticOrNull(value.static)
  );
}

function fitsConditionOrNull(value: any): boolean {
  return value === null || fitsCondition(value);
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
    fitsTextOrShownOrNull(value.label) &&
    fitsTextOrShownOrNull(value.to) &&
    fitsTextOrShownOrNull(value.cc) &&
    fitsTextOrShownOrNull(value.bcc) &&
    fitsTextOrShownOrNull(value.subject) &&
    fitsTextOrShownOrNull(value.content) &&
    fitsTextOrShownOrNull(value.webhookUrl) &&
    fitsTextOrShownOrNull(value.folderName)
  );
}

function fitsFieldsOrNull(value: any): boolean {
  return value === null || fitsFields(value);
}

function fitsNumberOrNull(value: any): boolean {
  return value === null || Number.isFinite(value);
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
    fitsTextOrNull(value.type) &&
    fitsTextOrShownOrNull(value.messagingChannelId) &&
    fitsFieldsOrNull(value.fields) &&
    fitsNumberOrNull(value.delayInMinutes)
  );
}

function fitsActionsOrNull(value: any): boolean {
  return value === null || fitsActions(value);
}

function fitsActionsList(value: any): boolean {
  if (!Array.isArray(value)) return false;
  for (let index = 0; index < value.length; index++) {
    if (!fitsActionsOrNull(value[index])) return false;
  }
  return true;
}

function fitsActionsOrNull2(value: any): boolean {
  return value === null || fitsActionsList(value);
}

function fitsBefore(value: any): boolean {
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
    typeof value.name === 'string' &&
    fitsBooleanOrNull(value.runOnThreads) &&
    fitsConditionOrNull(value.condition) &&
    fitsActionsOrNull2(value.actions)
  );
}

function fitsBeforeOrNull(value: any): boolean {
  return value === null || fitsBefore(value);
}

function fitsPatch(value: any): boolean {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;

  return typeof value.op === 'string' && typeof value.path === 'string';
}

function fitsPatchList(value: any): boolean {
  if (!Array.isArray(value)) return false;
  for (let index = 0; index < value.length; index++) {
    if (!fitsPatch(value[index])) return false;
  }
  return true;
}

function fitsRisks(value: any): boolean {
  switch (value) {
    case 'sends-mail':
    case 'leaves-mailbox':
    case 'destroys-mail':
    case 'starts-sending':
    case 'may-switch-off':
    case 'matches-everything':
      return true;
    default:
      return false;
  }
}

function fitsRisksList(value: any): boolean {
  if (!Array.isArray(value)) return false;
  for (let index = 0; index < value.length; index++) {
    if (!fitsRisks(value[index])) return false;
  }
  return true;
}

function fitsReason(value: any): boolean {
  switch (value) {
    case 'undeclared':
    case 'duplicate':
      return true;
    default:
      return false;
  }
}

function fitsReasonOrMissing(value: any): boolean {
  return value === undefined || fitsReason(value);
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
      case 'source':
      case 'before':
      case 'after':
      case 'patch':
      case 'risks':
      case 'reason':
      case 'renamedFrom':
      case 'refused':
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
    fitsDigest(value.digest) &&
    fitsSourceOrNull(value.source) &&
    fitsBeforeOrNull(value.before) &&
    fitsBeforeOrNull(value.after) &&
    fitsPatchList(value.patch) &&
    fitsRisksList(value.risks) &&
    fitsReasonOrMissing(value.reason) &&
    fitsTextOrMissing(value.renamedFrom) &&
    fitsTextOrMissing(value.refused)
  );
}

function fitsChangesList(value: any): boolean {
  if (!Array.isArray(value)) return false;
  for (let index = 0; index < value.length; index++) {
    if (!fitsChanges(value[index])) return false;
  }
  return true;
}

function fitsSeverity(value: any): boolean {
  switch (value) {
    case 'error':
    case 'warning':
    case 'info':
      return true;
    default:
      return false;
  }
}

function fitsSourceOrMissing(value: any): boolean {
  return value === undefined || fitsSource(value);
}

function fitsNotices(value: any): boolean {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  for (const key in value) {
    switch (key) {
      case 'code':
      case 'severity':
      case 'message':
      case 'account':
      case 'rule':
      case 'source':
        continue;
      default:
        return false;
    }
  }
  return (
    typeof value.code === 'string' &&
    fitsSeverity(value.severity) &&
    typeof value.message === 'string' &&
    fitsTextOrMissing(value.account) &&
    fitsTextOrMissing(value.rule) &&
    fitsSourceOrMissing(value.source)
  );
}

function fitsNoticesList(value: any): boolean {
  if (!Array.isArray(value)) return false;
  for (let index = 0; index < value.length; index++) {
    if (!fitsNotices(value[index])) return false;
  }
  return true;
}

function fitsPlanDocument(value: any): boolean {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  for (const key in value) {
    switch (key) {
      case 'formatVersion':
      case 'digest':
      case 'keyId':
      case 'complete':
      case 'summary':
      case 'accounts':
      case 'changes':
      case 'notices':
        continue;
      default:
        return false;
    }
  }
  return (
    value.formatVersion === 1 &&
    fitsDigest(value.digest) &&
    fitsTextOrNull(value.keyId) &&
    typeof value.complete === 'boolean' &&
    fitsSummary(value.summary) &&
    fitsAccountsList(value.accounts) &&
    fitsChangesList(value.changes) &&
    fitsNoticesList(value.notices)
  );
}
