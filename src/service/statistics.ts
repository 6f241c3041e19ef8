/** The statistics of an inbox as the service answers them. There may be other keys too. */

/** Inclusive bounds in epoch milliseconds. Null and 0 mean no bound (measured; not in API spec 4.1). */
export type StatisticsRange = { fromDate?: number | null; toDate?: number | null };

/** The mails of a period (API spec 2.4). `startOfPeriod` is display text such as `Aug 03, 2026` (measured). */
export interface PeriodRow {
  startOfPeriod: string;
  All: number;
  Sent: number;
  Read: number;
  Unread: number;
  Unarchived: number;
  Archived: number;
}

/** The answer of GET /stats/by-period (API spec 4.1), without periods that have no mail (measured). */
export interface PeriodStatistics {
  result: PeriodRow[];
  allCount: number;
  inboxCount: number;
  readCount: number;
  sentCount: number;
}

/** GET /stats/response-time (API spec 2.5), in minutes. `within1Hour` is a percentage, `lessThan1Hour` a count. */
export interface ResponseTimeStatistics {
  summary: {
    medianResponseTime: number;
    averageResponseTime: number;
    within1Hour: number;
    previousPeriodComparison: { medianResponseTime: number; percentChange: number } | null;
  };
  distribution: {
    lessThan1Hour: number;
    oneToFourHours: number;
    fourTo24Hours: number;
    oneToThreeDays: number;
    threeToSevenDays: number;
    moreThan7Days: number;
  };
  trend: { period: string; periodDate: string | null; medianResponseTime: number; count: number }[];
  emailsAnalyzed: number;
  maxEmailsCap: number;
}
