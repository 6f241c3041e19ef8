/**
 * Generates mails like those of a working person: most are received, more on workdays and by day, some begin a thread,
 * and answers take from minutes to many days. The settings decide everything, so a data file needs no mails.
 */
import type { GeneratedMailbox, Message } from './message.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Half a year. */
const USUAL_DAYS = 180;

/** Settings that do not depend on the clock. */
export type DatedMailbox = GeneratedMailbox & { from: string; to: string };

/** Adds the missing ends of the period. `now` is in milliseconds. */
export function dated(settings: GeneratedMailbox, now: number): DatedMailbox {
  const to = settings.to ?? new Date(now).toISOString();
  return { ...settings, to, from: settings.from ?? new Date(Date.parse(to) - USUAL_DAYS * DAY).toISOString() };
}

/** The default mailbox of an inbox. Each name has another one. */
export function usualMailbox(inbox: string): GeneratedMailbox {
  const seed = [...inbox].reduce((sum, character) => (sum * 31 + (character.codePointAt(0) ?? 0)) >>> 0, 7);
  return { seed, messages: 1_200, from: null, to: null };
}

/** Oldest first. */
export function generatedMessages({ seed, messages: count, from, to }: DatedMailbox): Message[] {
  const chance = chanceOf(seed);
  const period = { from: Date.parse(from), to: Date.parse(to) };
  const messages: Message[] = [];
  for (let thread = 1; messages.length < count; thread += 1) {
    const mails = conversation(period, chance).slice(0, count - messages.length);
    messages.push(...mails.map((mail) => ({ ...mail, thread: `t${thread}` })));
  }
  return messages.sort((a, b) => a.at - b.at);
}

/** Returns a number from 0 to 1, without 1. */
type Chance = () => number;

/** Mulberry32: small, fast, and good enough for a mailbox. */
function chanceOf(seed: number): Chance {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

type TimeSpan = Record<'from' | 'to', number>;

/** The mails of one thread, until the end of the period. */
function conversation(period: TimeSpan, chance: Chance): Omit<Message, 'thread'>[] {
  const mails: Omit<Message, 'thread'>[] = [];
  let at = workingTime(period, chance);
  let sent = chance() < 0.12;
  do {
    mails.push({ at, sent, ...handled(sent, period.to - at, chance) });
    at += answerTime(chance);
    // Sometimes the same side writes again.
    sent = chance() < 0.8 ? !sent : sent;
  } while (at <= period.to && chance() < 0.45);
  return mails;
}

/** A time that is likely to be by day on a workday. */
function workingTime({ from, to }: TimeSpan, chance: Chance): number {
  let at = from;
  for (let tries = 0; tries < 8; tries += 1) {
    at = Math.floor(from + chance() * (to - from));
    if (chance() < likelihood(new Date(at))) break;
  }
  return at;
}

function likelihood(time: Date): number {
  const hour = time.getUTCHours();
  const byDay = hour >= 8 && hour < 18 ? 1 : hour >= 6 && hour < 22 ? 0.35 : 0.06;
  const isWeekend = time.getUTCDay() % 6 === 0;
  return isWeekend ? byDay * 0.25 : byDay;
}

/** Around two hours. A few answers take minutes, a few more than a week. */
function answerTime(chance: Chance): number {
  const bell = chance() + chance() + chance() + chance() + chance() + chance() - 3;
  return Math.floor(120 * MINUTE * Math.exp(bell * 2.8));
}

/** Old mails are more often read and archived than new ones. */
function handled(sent: boolean, age: number, chance: Chance): Pick<Message, 'read' | 'archived'> {
  const [reading, archiving] = [chance(), chance()];
  if (sent) return { read: true, archived: true };
  const isOld = age > 3 * DAY;
  return { read: reading < (isOld ? 0.9 : 0.6), archived: archiving < (isOld ? 0.7 : 0.3) };
}
