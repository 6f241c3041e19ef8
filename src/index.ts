/** The library: a typed client of the service's API. */

export type { ActionType, FieldKey } from './model/action-types.ts';
export type { Period } from './model/periods.ts';
export type { Action, Condition, ConditionalOperator, LiveAction, LiveRule } from './model/rule.ts';
export { type ApiKeyProblem, type BaseUrlProblem, checkApiKey, checkBaseUrl } from './service/address.ts';
export type { RuleRequest } from './service/client.ts';
export { type CallOptions, type Client, createClient } from './service/client.ts';
export type { ClientOptions } from './service/client-options.ts';
export type { Method, Operation } from './service/operation.ts';
export { type Reason, ServiceError, type ServiceErrorKind, type ServiceRequest } from './service/service-error.ts';
export type { PeriodRow, PeriodStatistics, ResponseTimeStatistics, StatisticsRange } from './service/statistics.ts';
