import fc from 'fast-check';
import { it } from 'vitest';
import * as accepted from '../../src/service/accepted.ts';
import * as wire from '../../src/service/wire.ts';
import { expectSame } from '../harness/accepting.ts';
import { liveAction, liveRule } from './rules.ts';

const PERIODS = {
  result: [{ startOfPeriod: 'x', All: 1, Sent: 1, Read: 1, Unread: 1, Unarchived: 1, Archived: 1 }],
  allCount: 0,
  inboxCount: 0,
  readCount: 0,
  sentCount: 0,
};
const TIMES = {
  summary: {
    medianResponseTime: 12.5,
    averageResponseTime: 20,
    within1Hour: 80,
    previousPeriodComparison: { medianResponseTime: 10, percentChange: -3 },
  },
  distribution: {
    lessThan1Hour: 1,
    oneToFourHours: 2,
    fourTo24Hours: 3,
    oneToThreeDays: 4,
    threeToSevenDays: 5,
    moreThan7Days: 6,
  },
  trend: [{ period: 'a', periodDate: '2026-08-03', medianResponseTime: 1, count: 2 }],
  emailsAnalyzed: 21,
  maxEmailsCap: 500,
};
const RULE = liveRule({ actions: [liveAction(), liveAction({ integrationArgs: { a: 1 }, delayInMinutes: 5 })] });

it.each([
  ['rules', accepted.isRulesAnswer, wire.rulesAnswer, { rules: [RULE] }],
  ['a rule', accepted.isRuleAnswer, wire.ruleAnswer, { rule: RULE }],
  ['periods', accepted.isPeriodStatistics, wire.periodStatistics, PERIODS],
  ['response times', accepted.isResponseTimeStatistics, wire.responseTimeStatistics, TIMES],
])('the quick check says of %s what the schema says', (_what, accepts, schema, value) => {
  expectSame(accepts, schema, fc.constant(value));
});
