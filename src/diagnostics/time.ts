import { escapeControl } from './escape-control.ts';

/** Formats a UTC time in ISO 8601 as `2026-11-21 09:22:33 UTC`. Returns any other text unchanged. */
export function timeText(iso: string): string {
  const [, day, time] = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d:\d\d)(?:\.\d+)?Z$/.exec(iso) ?? [];
  return day === undefined ? escapeControl(iso) : `${day} ${time} UTC`;
}
