/** Formats numbers and times for people. */
import { escapeControl } from './escape-control.ts';

/** A text that consists of numbers and our own words. */
export type OwnText = string & { readonly isOwn: true };

/** Counts things: `3 rules`, `1 rule`, `1,200 rules`. */
export function count(number: number, one: string, many = `${one}s`): OwnText {
  return `${grouped(number)} ${number === 1 ? one : many}` as OwnText;
}

/** Formats a number as `12,345`. Ignores the locale: output is the same everywhere. */
export function grouped(number: number): OwnText {
  return String(number).replace(/\B(?=(\d{3})+$)/g, ',') as OwnText;
}

/** Formats a UTC time in ISO 8601 as `2026-11-21 09:22:33 UTC`. Returns any other text unchanged. */
export function timeText(iso: string): string {
  const [, day, time] = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d:\d\d)(?:\.\d+)?Z$/.exec(iso) ?? [];
  return day === undefined ? escapeControl(iso) : `${day} ${time} UTC`;
}
