/** How long answers took: what services answered, as a report. */
import { recordOf } from '../../model/record-of.ts';
import { ANSWER_CLASSES, type Answers, type Distribution, type ResponseTimeReport } from '../../model/stats.ts';
import type { ResponseTimeStatistics } from '../../service/statistics.ts';
import { firstDay } from './first-day.ts';

/** `redact` removes what may be shown nowhere. */
export function answersOf(
  { summary, distribution, trend, emailsAnalyzed, maxEmailsCap }: ResponseTimeStatistics,
  redact: (text: string) => string,
): Answers {
  const { medianResponseTime, averageResponseTime, within1Hour, previousPeriodComparison: previous } = summary;
  const rows = trend.map((row) => ({
    start: firstDay(row.periodDate ?? '') ?? firstDay(row.period),
    label: redact(row.period),
    medianMinutes: row.medianResponseTime,
    count: row.count,
  }));
  const areTold = rows.every(({ start }) => start !== null);
  return {
    // The service says 0 where there is nothing: that would be the fastest of all answers.
    summary:
      emailsAnalyzed === 0
        ? null
        : {
            medianMinutes: medianResponseTime,
            averageMinutes: averageResponseTime,
            within1HourPercent: within1Hour,
            previousPeriod:
              previous === null
                ? null
                : { medianMinutes: previous.medianResponseTime, percentChange: previous.percentChange },
          },
    distribution: picked((key) => distribution[key]),
    trend: areTold ? rows.sort((a, b) => ((a.start ?? '') < (b.start ?? '') ? -1 : 1)) : rows,
    emailsAnalyzed,
    maxEmailsCap,
    capped: emailsAnalyzed > 0 && emailsAnalyzed >= maxEmailsCap,
  };
}

/** The counts of the accounts that were read; null unless these are several. */
export function summedAnswers(accounts: ResponseTimeReport['accounts']): ResponseTimeReport['summed'] {
  const read = accounts.flatMap(({ answers }) => answers ?? []);
  if (read.length < 2) return null;
  return {
    distribution: picked((key) => read.reduce((sum, { distribution }) => sum + distribution[key], 0)),
    emailsAnalyzed: read.reduce((sum, answers) => sum + answers.emailsAnalyzed, 0),
  };
}

function picked(countOf: (key: keyof Distribution) => number): Distribution {
  return recordOf(ANSWER_CLASSES, countOf);
}
