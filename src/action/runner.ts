/** What is told to the runner: masks, outputs, annotations, the summary and the log. */
import { randomUUID } from 'node:crypto';
import { appendFileSync } from 'node:fs';
import { type AnnotationProperties, error, notice, setOutput, setSecret, warning } from '@actions/core';
import type { Io } from '../cli/io.ts';

export interface Annotation {
  severity: 'error' | 'warning' | 'info';
  message: string;
  properties: AnnotationProperties;
}

/** Keeps a value out of the log, also each line of one with several. */
export function mask(value: string): void {
  for (const part of new Set([value, ...value.split(/\r?\n/)])) if (part.trim() !== '') setSecret(part.trim());
}

export function output(name: string, value: string): void {
  setOutput(name, value);
}

export function annotate({ severity, message, properties }: Annotation): void {
  const write = { error, warning, info: notice }[severity];
  write(message, properties);
}

/** In bytes: GitHub drops the whole summary of a step that is larger. */
export const SUMMARY_LIMIT = 1024 * 1024;

/** Adds to the summary of the step; the caller keeps `markdown` within SUMMARY_LIMIT. Does nothing without a summary file. */
export function summarize(markdown: string, env: Io['env']): void {
  const file = env.GITHUB_STEP_SUMMARY;
  if (file === undefined || file === '' || markdown === '') return;
  appendFileSync(file, markdown.endsWith('\n') ? markdown : `${markdown}\n`);
}

/** Runs something whose output may hold anything: until it has ended, no line of the log is a command. */
export async function withoutCommands<T>(io: Io, run: () => Promise<T>): Promise<T> {
  const token = randomUUID();
  io.stdout.write(`::stop-commands::${token}\n`);
  try {
    return await run();
  } finally {
    // On a line of its own, whatever was written before.
    io.stdout.write(`\n::${token}::\n`);
  }
}
