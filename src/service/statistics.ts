/** The inbox's statistics as the service answers them. Keys that we do not know may stand beside these. */

/** Bounds in epoch milliseconds, inclusive; left out, null or 0 is not a bound (measured; API spec 4.1 is silent). */
export interface StatisticsRange {
  fromDate?: number | null;
  toDate?: number | null;
}

/** One period's counts of mails (API spec 2.4). `startOfPeriod` is display text such as `Aug 03, 2026` (measured). */
export interface PeriodRow {
  startOfPeriod: string;
  All: number;
  Sent: number;
  Read: number;
  Unread: number;
  Unarchived: number;
  Archived: number;
}

/** Answer of GET /stats/by-period (API spec 4.1). Periods without mail are left out (measured). */
export interface PeriodStatistics {
  result: PeriodRow[];
  allCount: number;
  inboxCount: number;
  readCount: number;
  sentCount: number;
}

/**
 * Answer of GET /stats/response-time (API spec 2.5). Times are in minutes, `within1Hour` is a percentage from 0 to
 * 100, `lessThan1Hour` a count (measured; the spec names no units).
 */
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
