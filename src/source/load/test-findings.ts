import { HEADER_KEYS, type Outcome } from '../../model/mail.ts';
import { MAIL_KEYS } from '../../model/written-tests.ts';
import { schemaFindings } from './schema-findings.ts';
import type { SettingFinding } from './settings-text.ts';

/** Everything that is wrong with a test. */
export function testFindings(test: unknown): SettingFinding[] {
  const findings = schemaFindings({ of: 'test', root: test });
  const isWhole = (key: string) => !findings.some(({ path }) => path[0] === key);
  const isNew = !findings.some(({ code, path }) => code === 'unknown-key' && path.length === 1);
  return [
    ...findings,
    ...(isWhole('mail') ? mailFindings(test) : []),
    ...(isNew && isWhole('expect') && isWhole('others') ? expectFindings(test) : []),
  ];
}

function mailFindings(test: unknown): SettingFinding[] {
  const mail: unknown = Reflect.get(Object(test), 'mail');
  const isSet = (key: string) => Reflect.get(Object(mail), key) != null;
  const headers = HEADER_KEYS.filter(isSet);
  if (isSet('file') && headers.length > 0) {
    return [{ code: 'test-mail-twice', args: { keys: headers }, path: ['mail', headers[0] ?? 'from'], at: 'key' }];
  }
  // A missing one is reported, or under another key.
  if (mail === undefined || MAIL_KEYS.some(isSet)) return [];
  return [{ code: 'missing-key', args: { key: 'mail', setting: 'mail', empty: true }, path: ['mail'], at: 'key' }];
}

function expectFindings(test: unknown): SettingFinding[] {
  const { expect, others } = Object(test) as { expect?: object | null; others?: Outcome | null };
  if (others != null || Object.keys(expect ?? {}).length > 0) return [];
  const args = { key: 'expect', setting: 'expect', empty: expect !== undefined };
  return [{ code: 'missing-key', args, path: ['expect'], at: 'key' }];
}
