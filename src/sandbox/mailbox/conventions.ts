/** What API spec 2.4, 2.5, 4.1 and 4.2 leave open about statistics, as each profile has it. */
import { displayDay, isoDay } from './calendar.ts';

export interface StatisticsConventions {
  /** The text of a period's first day: 2.4 and 2.5 say that it is a text. */
  label(start: number): string;
  /** 2.5: a date-time or null. */
  periodDate(start: number): string | null;
  /** No order of periods is named. */
  newestFirst: boolean;
  /** Whether statistics of a mailbox that the service has lost are refused with 401; section 7 names no such case. */
  needMailbox: boolean;
  /** The first and the last date that there is, in ms since the epoch: one beyond them is a 500. 4.1 knows no such limit. */
  dates: readonly [first: number, last: number];
  /** Whether response times are compared with those of the period before, which 2.5 allows. */
  comparesPeriods: boolean;
}

/** Allowed, and awkward for a client that takes texts for those measured, or the order for the one it saw. */
export const LEFT_OPEN: StatisticsConventions = {
  label: isoDay,
  periodDate: () => null,
  newestFirst: true,
  needMailbox: false,
  dates: [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY],
  comparesPeriods: true,
};

export const MEASURED: StatisticsConventions = {
  label: displayDay,
  periodDate: (start) => new Date(start).toISOString(),
  newestFirst: false,
  needMailbox: true,
  // The beginning of the year 1: a date in 1200 BC is refused, and where exactly that begins was not measured.
  dates: [-62_135_596_800_000, 8.64e15],
  comparesPeriods: false,
};
