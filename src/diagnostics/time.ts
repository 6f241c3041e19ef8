import { escapeControl } from './escape-control.ts';

/** Takes a time in ISO 8601, UTC; gives it for people: `2026-11-21 09:22:33 UTC`. Any other text stays as it is. */
export function timeText(iso: string): string {
  const [, day, time] = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d:\d\d)(?:\.\d+)?Z$/.exec(iso) ?? [];
  return day === undefined ? escapeControl(iso) : `${day} ${time} UTC`;
}
