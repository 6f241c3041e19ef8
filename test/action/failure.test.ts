import { describe, expect, it } from 'vitest';
import { planFailure } from '../../src/action/failure.ts';
import { plain } from '../../src/diagnostics/message.ts';
import { diagnosticOf } from '../harness/printed.ts';

const error = (message: string) => diagnosticOf({ code: 'any', severity: 'error', message });
/** As the runner is told. */
const said = (...args: Parameters<typeof planFailure>) => plain(planFailure(...args)?.message ?? []);
const failed = (status: number | null) => ({
  name: 'alice',
  error: { status, code: null, message: `GET /rules failed with ${status}`, hint: null },
});

describe('why a job fails', () => {
  it('is nothing where the command was done', () => {
    expect(planFailure(0, { notices: [] })).toBeNull();
    expect(planFailure(2, { notices: [] })).toBeNull();
  });

  it.each([
    { code: 3, accounts: [], reason: 'invalid' },
    { code: 4, accounts: [], reason: 'refused' },
    { code: 130, accounts: [], reason: 'unreachable' },
    { code: 1, accounts: [failed(503)], reason: 'unreachable' },
    { code: 1, accounts: [failed(null)], reason: 'unreachable' },
    { code: 1, accounts: [failed(401)], reason: 'unauthorized' },
    { code: 1, accounts: [{ name: 'bob' }, failed(503), failed(403)], reason: 'unauthorized' },
  ] as const)('is $reason for the exit code $code with $accounts', ({ code, accounts, reason }) => {
    expect(planFailure(code, { notices: [], accounts })?.reason).toBe(reason);
  });

  it('is said in the words of the errors, five of them', () => {
    const notices = [
      { ...error('a remark'), severity: 'info' as const },
      ...Array.from({ length: 7 }, (_, i) => error(`e${i}`)),
    ];
    expect(said(3, { notices })).toBe(
      'The rules, the settings or the checkout are wrong.\ne0\ne1\ne2\ne3\ne4\n2 more: see the log.',
    );
  });

  it('names the file that an error is about', () => {
    const at = (line: number) => ({ place: { file: 'rules/a.yaml', line, column: 3 } });
    const notices = [
      { ...error('no such type'), ...at(4) },
      { ...error('not there'), ...at(1) },
    ];
    expect(said(3, { notices })).toBe(
      'The rules, the settings or the checkout are wrong.\nrules/a.yaml:4: no such type\nrules/a.yaml: not there',
    );
  });

  it('is said of accounts and changes where nothing else is', () => {
    expect(said(1, { notices: [], accounts: [failed(502)] })).toContain('alice: GET /rules failed with 502');
    const changes = [{ name: 'Kept' }, { name: 'Forms', refused: 'would-drop-integration' }];
    expect(said(4, { notices: [], changes })).toBe(
      'Refused: this may not be applied.\nForms: would lose actions that only the web page can make',
    );
  });

  it('can do nothing on a runner', () => {
    const notices = [error('\u001b[31mred\n::set-output name=a::b ##[error]')];
    const message = said(3, { notices });
    expect(message).not.toMatch(/^::|##\[/m);
    expect(message).not.toContain('\u001b');
    const changes = [{ name: '::warning::\n::error::', refused: 'unreviewed' }];
    expect(said(4, { notices: [], changes }).split('\n')).toHaveLength(2);
  });
});
