// biome-ignore-all lint: made by a program
/**
 * Whether a value is as a schema wants it, in which case it is used as it is; zod is loaded only to say what is wrong.
 * Made by `npm run schemas` from src/service/wire.ts.
 */

import type * as z from 'zod';

export function isRulesAnswer(value: unknown): value is z.infer<typeof import('./wire.ts').rulesAnswer> {
  return fitsRulesAnswer(value);
}

export function isRuleAnswer(value: unknown): value is z.infer<typeof import('./wire.ts').ruleAnswer> {
  return fitsRuleAnswer(value);
}

export function isPeriodStatistics(value: unknown): value is z.infer<typeof import('./wire.ts').periodStatistics> {
  return fitsPeriodStatistics(value);
}

export function isResponseTimeStatistics(
  value: unknown,
): value is z.infer<typeof import('./wire.ts').responseTimeStatistics> {
  return fitsResponseTimeStatistics(value);
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

function fitsTextOrNull(value: any): boolean {
  return value === null || typeof value === 'string';
}

function fitsStatic(value: any): boolean {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;

  return fitsTextOrNull(value.from) && fitsTextOrNull(value.to) && fitsTextOrNull(value.subject);
}

function fitsCondition(value: any): boolean {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;

  return (
    fitsConditionalOperatorOrNull(value.conditionalOperator) &&
    fitsTextOrNull(value.aiInstructions) &&
    fitsStatic(value.static)
  );
}

function fitsTextOrNothing(value: any): boolean {
  return value === undefined || value === null || typeof value === 'string';
}

function fitsFields(value: any): boolean {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;

  return (
    fitsTextOrNull(value.label) &&
    fitsTextOrNull(value.to) &&
    fitsTextOrNull(value.cc) &&
    fitsTextOrNull(value.bcc) &&
    fitsTextOrNull(value.subject) &&
    fitsTextOrNull(value.content) &&
    fitsTextOrNull(value.webhookUrl) &&
    fitsTextOrNull(value.folderName)
  );
}

function fitsNumberOrNull(value: any): boolean {
  return value === null || Number.isFinite(value);
}

function fitsIntegrationArgs(value: any): boolean {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;

  return true;
}

function fitsIntegrationArgsOrNull(value: any): boolean {
  return value === null || fitsIntegrationArgs(value);
}

function fitsActions(value: any): boolean {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;

  return (
    typeof value.type === 'string' &&
    fitsTextOrNothing(value.messagingChannelId) &&
    fitsFields(value.fields) &&
    fitsNumberOrNull(value.delayInMinutes) &&
    fitsTextOrNull(value.integrationName) &&
    fitsTextOrNull(value.integrationToolName) &&
    fitsIntegrationArgsOrNull(value.integrationArgs)
  );
}

function fitsActionsList(value: any): boolean {
  if (!Array.isArray(value)) return false;
  for (let index = 0; index < value.length; index++) {
    if (!fitsActions(value[index])) return false;
  }
  return true;
}

function fitsRules(value: any): boolean {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;

  return (
    typeof value.id === 'string' &&
    typeof value.name === 'string' &&
    typeof value.enabled === 'boolean' &&
    typeof value.runOnThreads === 'boolean' &&
    typeof value.createdAt === 'string' &&
    typeof value.updatedAt === 'string' &&
    fitsCondition(value.condition) &&
    fitsActionsList(value.actions)
  );
}

function fitsRulesList(value: any): boolean {
  if (!Array.isArray(value)) return false;
  for (let index = 0; index < value.length; index++) {
    if (!fitsRules(value[index])) return false;
  }
  return true;
}

function fitsRulesAnswer(value: any): boolean {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;

  return fitsRulesList(value.rules);
}

function fitsRuleAnswer(value: any): boolean {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;

  return fitsRules(value.rule);
}

function fitsResult(value: any): boolean {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;

  return (
    typeof value.startOfPeriod === 'string' &&
    Number.isFinite(value.All) &&
    Number.isFinite(value.Sent) &&
    Number.isFinite(value.Read) &&
    Number.isFinite(value.Unread) &&
    Number.isFinite(value.Unarchived) &&
    Number.isFinite(value.Archived)
  );
}

function fitsResultList(value: any): boolean {
  if (!Array.isArray(value)) return false;
  for (let index = 0; index < value.length; index++) {
    if (!fitsResult(value[index])) return false;
  }
  return true;
}

function fitsPeriodStatistics(value: any): boolean {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;

  return (
    fitsResultList(value.result) &&
    Number.isFinite(value.allCount) &&
    Number.isFinite(value.inboxCount) &&
    Number.isFinite(value.readCount) &&
    Number.isFinite(value.sentCount)
  );
}

function fitsPreviousPeriodComparison(value: any): boolean {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;

  return Number.isFinite(value.medianResponseTime) && Number.isFinite(value.percentChange);
}

function fitsPreviousPeriodComparisonOrNull(value: any): boolean {
  return value === null || fitsPreviousPeriodComparison(value);
}

function fitsSummary(value: any): boolean {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;

  return (
    Number.isFinite(value.medianResponseTime) &&
    Number.isFinite(value.averageResponseTime) &&
    Number.isFinite(value.within1Hour) &&
    fitsPreviousPeriodComparisonOrNull(value.previousPeriodComparison)
  );
}

function fitsDistribution(value: any): boolean {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;

  return (
    Number.isFinite(value.lessThan1Hour) &&
    Number.isFinite(value.oneToFourHours) &&
    Number.isFinite(value.fourTo24Hours) &&
    Number.isFinite(value.oneToThreeDays) &&
    Number.isFinite(value.threeToSevenDays) &&
    Number.isFinite(value.moreThan7Days)
  );
}

function fitsTrend(value: any): boolean {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;

  return (
    typeof value.period === 'string' &&
    fitsTextOrNull(value.periodDate) &&
    Number.isFinite(value.medianResponseTime) &&
    Number.isFinite(value.count)
  );
}

function fitsTrendList(value: any): boolean {
  if (!Array.isArray(value)) return false;
  for (let index = 0; index < value.length; index++) {
    if (!fitsTrend(value[index])) return false;
  }
  return true;
}

function fitsResponseTimeStatistics(value: any): boolean {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;

  return (
    fitsSummary(value.summary) &&
    fitsDistribution(value.distribution) &&
    fitsTrendList(value.trend) &&
    Number.isFinite(value.emailsAnalyzed) &&
    Number.isFinite(value.maxEmailsCap)
  );
}
