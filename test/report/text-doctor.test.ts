import { describe, expect, it } from 'vitest';
import { DIAGNOSIS } from '../../src/cli/commands/doctor.ts';
import type { Probed } from '../../src/diagnostics/results.ts';
import { doctorReport } from '../../src/report/doctor.ts';
import { printTerminal } from '../../src/report/print/terminal.ts';
import type { TextOptions } from '../../src/report/style.ts';

const REMEDY =
  "Check the API key: it may be mistyped, expired or deleted, or belong to another deployment. Keys are made in the service's account settings, under API keys.";
const FOUND: Probed[] = [
  {
    account: 'alice',
    probe: 'base-url',
    result: 'ok',
    finding: {
      code: 'base-url-set',
      args: { baseUrl: 'http://mail.example.com/api/v1', by: 'environment', isOtherSet: false },
    },
  },
  { account: 'alice', probe: 'base-url', result: 'warning', finding: { code: 'tls-unused', args: {} } },
  {
    account: 'alice',
    probe: 'api-key',
    result: 'ok',
    finding: { code: 'api-key-set', args: { from: 'INBOXCTL_API_KEY', by: 'environment', isOtherSet: false } },
  },
  {
    account: 'alice',
    probe: 'key',
    result: 'failed',
    finding: {
      code: 'service-failed',
      args: { message: 'GET /rules failed with 401 UNAUTHORIZED: Invalid \u001b[31mAPI key', remedy: REMEDY },
    },
  },
  {
    account: 'alice',
    probe: 'RULES_READ',
    result: 'skipped',
    finding: { code: 'probe-skipped', args: { because: 'key' } },
  },
  {
    account: 'alice',
    probe: 'RULES_WRITE',
    result: 'skipped',
    finding: { code: 'probe-skipped', args: { because: 'key' } },
  },
];
const TEXT = { color: false, unicode: true, width: 80, verbose: false };
const doctorText = (probed: Probed[], options: TextOptions) => printTerminal(doctorReport(probed), options);

describe('the table', () => {
  it('reads well at 80 columns', async () => {
    await expect(doctorText(FOUND, TEXT)).toMatchFileSnapshot('./doctor/table.txt');
  });

  it('needs nothing beyond ASCII', () => {
    // biome-ignore lint/suspicious/noControlCharactersInRegex: any character beyond ASCII is what this looks for
    expect(doctorText(FOUND, { ...TEXT, unicode: false })).toMatch(/^[\x00-\x7f]*$/);
  });

  it('has colours that change no column', () => {
    const painted = doctorText(FOUND, { ...TEXT, color: true });
    // biome-ignore lint/suspicious/noControlCharactersInRegex: colours are taken away
    expect(painted.replace(/\u001b\[\d+m/g, '')).toBe(doctorText(FOUND, TEXT));
    expect(painted).toContain('\u001b[31mfailed');
  });

  it.each([60, 80, 120])('keeps to %i columns', (width) => {
    for (const line of doctorText(FOUND, { ...TEXT, width }).split('\n'))
      expect(line.length).toBeLessThanOrEqual(width);
  });

  it('says when all is well', () => {
    expect(doctorText(FOUND.slice(0, 1), TEXT)).toMatch(/\n\nAll is well\.\n$/);
    expect(doctorText(FOUND.slice(0, 2), TEXT)).toMatch(/\n\nAll is well, 1 warning\.\n$/);
  });
});

describe('the JSON', () => {
  it('has each probe with what to do', () => {
    const { formatVersion, notices, probes } = JSON.parse(
      String(
        DIAGNOSIS.json?.(FOUND, {
          style: { color: false, unicode: true, width: 80, verbose: false },
          quiet: false,
          notices: [],
        }),
      ),
    );
    expect({ formatVersion, notices }).toEqual({ formatVersion: 1, notices: [] });
    const detail = 'http://mail.example.com/api/v1, from INBOXCTL_BASE_URL';
    expect(probes[0]).toEqual({ account: 'alice', probe: 'base-url', result: 'ok', detail });
    expect(probes[3]).toMatchObject({ account: 'alice', probe: 'key', result: 'failed', remedy: REMEDY });
    expect(probes[3].detail).not.toContain('\u001b');
  });
});
