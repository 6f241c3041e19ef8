/** Statistics of mails, worked out from their description alone and by other means than the sandbox's own. */
import type { Message } from '../../src/sandbox/mailbox/message.ts';

/** Steps from one period to the next one. */
const NEXT: Record<string, (date: Date) => void> = {
  day: (date) => date.setUTCDate(date.getUTCDate() + 1),
  week: (date) => date.setUTCDate(date.getUTCDate() + 7),
  month: (date) => date.setUTCMonth(date.getUTCMonth() + 1),
  year: (date) => date.setUTCFullYear(date.getUTCFullYear() + 1),
};

/** A day that begins a period of each kind, long before all mails: a Monday, the first of January. */
const BEGINNING = Date.UTC(2024, 0, 1);

const DISPLAY = new Intl.DateTimeFormat('en-US', { month: 'short', day: '2-digit', year: 'numeric', timeZone: 'UTC' });

/** Takes mails oldest first; walks along the calendar and the mails at the same pace. */
export function periodsOf(mails: readonly Message[], period: string, from: number, to: number) {
  const inRange = mails.filter(({ at }) => at >= from && at <= to);
  const result = [];
  const date = new Date(BEGINNING);
  for (let seen = 0; seen < inRange.length; ) {
    const startOfPeriod = DISPLAY.format(date);
    NEXT[period]?.(date);
    const next = inRange.findIndex(({ at }, index) => index >= seen && at >= date.getTime());
    const here = inRange.slice(seen, next < 0 ? inRange.length : next);
    seen += here.length;
    if (here.length > 0) result.push({ startOfPeriod, ...statuses(here) });
  }
  const { All: allCount, Unarchived: inboxCount, Read: readCount, Sent: sentCount } = statuses(inRange);
  return { result, allCount, inboxCount, readCount, sentCount };
}

function statuses(mails: readonly Message[]) {
  const counts = { All: 0, Sent: 0, Read: 0, Unread: 0, Unarchived: 0, Archived: 0 };
  for (const { sent, read, archived } of mails) {
    counts.All++;
    if (sent) counts.Sent++;
    counts[read ? 'Read' : 'Unread']++;
    counts[archived ? 'Archived' : 'Unarchived']++;
  }
  return counts;
}

function grouped<T>(items: readonly T[], keyOf: (item: T) => string): Map<string, T[]> {
  const groups = new Map(items.map((item): [string, T[]] => [keyOf(item), []]));
  for (const item of items) groups.get(keyOf(item))?.push(item);
  return groups;
}

interface Answer {
  at: number;
  took: number;
}

/** From each sent mail looks back in its thread: what stands right before it is what it answers. */
function answersOf(mails: readonly Message[]): Answer[] {
  const threads = grouped(mails, ({ thread }) => thread);
  const answers = [...threads.values()].flatMap((thread) =>
    thread.flatMap((mail, index) => {
      const before = thread[index - 1];
      return mail.sent && before !== undefined && !before.sent ? [{ at: mail.at, took: mail.at - before.at }] : [];
    }),
  );
  return answers.sort((a, b) => b.at - a.at);
}

/** The middle one, or half-way between the two in the middle, in minutes. */
function middle(answers: readonly Answer[]): number {
  const times = answers.map(({ took }) => took).sort((a, b) => a - b);
  while (times.length > 2) {
    times.pop();
    times.shift();
  }
  return times.reduce((sum, time) => sum + time, 0) / (times.length || 1) / 60_000;
}

const HOURS = { lessThan1Hour: 1, oneToFourHours: 4, fourTo24Hours: 24, oneToThreeDays: 72, threeToSevenDays: 168 };

export function responseTimesOf(mails: readonly Message[], from: number, to: number) {
  const all = answersOf(mails);
  const between = (first: number, last: number) => all.filter(({ at }) => at >= first && at <= last).slice(0, 50);
  const answers = between(from, to);
  const before = between(from - (to - from) - 1, from - 1);
  const distribution: Record<string, number> = {};
  let left = answers;
  for (const [name, hours] of Object.entries(HOURS)) {
    const slower = left.filter(({ took }) => took >= hours * 3_600_000);
    distribution[name] = left.length - slower.length;
    left = slower;
  }
  const weeks = [...grouped(answers, ({ at }) => sundayBefore(at))];
  return {
    summary: {
      medianResponseTime: Math.round(middle(answers)),
      averageResponseTime: Math.round(answers.reduce((sum, { took }) => sum + took / 60_000, 0) / answers.length),
      within1Hour: Math.round((100 / answers.length) * answers.filter(({ took }) => took <= 3_600_000).length),
      previousPeriodComparison:
        before.length === 0
          ? null
          : {
              medianResponseTime: Math.round(middle(before)),
              percentChange: Math.round(100 * (middle(answers) / middle(before) - 1)),
            },
    },
    distribution: { ...distribution, moreThan7Days: left.length },
    trend: weeks
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([periodDate, those]) => ({
        period: DISPLAY.format(new Date(periodDate)),
        periodDate,
        medianResponseTime: Math.round(middle(those)),
        count: those.length,
      })),
    emailsAnalyzed: answers.length,
    maxEmailsCap: 50,
  };
}

function sundayBefore(at: number): string {
  const date = new Date(at);
  date.setUTCHours(0, 0, 0, 0);
  while (date.getUTCDay() !== 0) date.setUTCDate(date.getUTCDate() - 1);
  return date.toISOString();
}
