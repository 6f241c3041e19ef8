/** Answers, and the measured shapes of error bodies. */
import type { StatusCode } from 'hono/utils/http-status';
import { BadQuery, ERRORS, type Refusal } from './refusal.ts';

export interface Answer {
  status: StatusCode;
  /** null: no body at all. */
  body: string | null;
  type?: 'application/json' | 'text/html';
}

export function jsonAnswer(status: StatusCode, value: unknown): Answer {
  return { status, body: JSON.stringify(value), type: 'application/json' };
}

function envelope({ status }: Refusal, message: string): Answer {
  const { code, hint } = ERRORS[status];
  return jsonAnswer(status, { error: { code, message, hint } });
}

/** As in API spec 7. The message has every problem. */
export function everyProblem(refusal: Refusal): Answer {
  const problems = refusal.issues.map((issue) => `${issue.path.join('/') || 'body'}: ${issue.message}`);
  return envelope(refusal, problems.join('; ') || refusal.message);
}

/** The newer deployment answers the envelope with the first problem, as `message (path.with.dots)`. */
export function firstProblem(refusal: Refusal): Answer {
  const { message, path } = refusal.issues[0] ?? { message: refusal.message, path: [] };
  return envelope(refusal, path.length === 0 ? message : `${message} (${path.join('.')})`);
}

/** The older deployment answers a text or a list of issues instead of the envelope. */
export function knownError(refusal: Refusal): Answer {
  const { status, message, issues } = refusal;
  if (refusal instanceof BadQuery) return jsonAnswer(status, { error: message });
  const error = issues.length === 0 ? message : { issues };
  return jsonAnswer(status, { error, isKnownError: true });
}

/** The older deployment answers this page for an unknown route. */
export const NOT_FOUND_PAGE: Answer = {
  status: 404,
  body: '<!DOCTYPE html><html><head><title>404: This page could not be found.</title></head><body><h1>404</h1></body></html>',
  type: 'text/html',
};
