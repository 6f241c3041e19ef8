/**
 * Broken input and the exact report of it. A folder of test/invalid holds `rules` and `report.txt`; input that git
 * cannot hold well is made here. After a change of the wording: UPDATE=1 npx vitest run test/invalid.test.ts, and
 * read every report that changed.
 */
import { execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import stringWidth from 'fast-string-width';
import { afterAll, describe, expect, test } from 'vitest';
import type { Diagnostic } from '../src/diagnostics/diagnostic.ts';
import { fileProblems } from '../src/diagnostics/files.ts';
import { checkedRule, declare } from '../src/engine/declare.ts';
import { renderProblems } from '../src/report/print/problems.ts';
import { createLoader } from '../src/source/load/loader.ts';
import { planSettings } from './harness/settings.ts';

const CASES = path.join(import.meta.dirname, 'invalid');

const RULE = 'name: Newsletters\ncondition: { aiInstructions: Is it one? }\nactions: [{ type: ARCHIVE }]\n';

const KEY = 'the-key-of-an-inbox';
const POLICY = {
  forbidActions: ['DELETE' as const],
  forwardTo: ['*@example.com'],
  webhookHosts: ['hooks.example.com'],
  confine: [{ actions: ['SEND_EMAIL' as const], files: ['rules/outbound/*'] }],
  forbidPitfalls: true,
};

/** Each makes its input in an empty project folder, and may name other rules folders than `rules`. */
const MADE: Record<string, (project: string) => string[] | undefined> = {
  'made-root-missing': () => undefined,
  'made-root-outside': () => ['..'],
  'made-root-hidden': (project) => {
    mkdirSync(path.join(project, '.github', 'rules'), { recursive: true });
    return ['.github/rules'];
  },
  'made-root-linked': (project) => {
    mkdirSync(path.join(project, 'real', 'rules'), { recursive: true });
    symlinkSync('real', path.join(project, 'link'));
    symlinkSync('real/rules', path.join(project, 'rules'));
    return ['link/rules', 'rules'];
  },
  'made-utf-16': (project) => {
    mkdirSync(path.join(project, 'rules'));
    writeFileSync(path.join(project, 'rules', 'marked.yaml'), Buffer.from(`\ufeff${RULE}`, 'utf16le'));
    writeFileSync(path.join(project, 'rules', 'unmarked.yaml'), Buffer.from(RULE, 'utf16le'));
    const text = RULE.replace('Is it one?', '{ file: prompt.md }');
    writeFileSync(path.join(project, 'rules', 'referring.yaml'), text);
    writeFileSync(path.join(project, 'rules', 'prompt.md'), Buffer.from('\ufeffIs it one?', 'utf16le'));
    return undefined;
  },
  'made-references': (project) => {
    const rule = (name: string, file: string) =>
      `name: ${name}\ncondition: { aiInstructions: { file: ${JSON.stringify(file)} } }\nactions: [{ type: ARCHIVE }]\n`;
    mkdirSync(path.join(project, 'rules'));
    mkdirSync(path.join(project, 'prompts', 'deep'), { recursive: true });
    const prompts = path.join(project, 'prompts');
    writeFileSync(path.join(prompts, 'binary.md'), Buffer.from([0x66, 0xff, 0xfe, 0x00]));
    writeFileSync(path.join(prompts, '.env'), 'SECRET=1');
    writeFileSync(path.join(prompts, 'key.md'), `The key is ${KEY}.`);
    writeFileSync(path.join(prompts, 'huge.md'), '');
    truncateSync(path.join(prompts, 'huge.md'), 1024 ** 3);
    symlinkSync('/etc/passwd', path.join(prompts, 'link.md'));
    symlinkSync('deep', path.join(prompts, 'link'));
    writeFileSync(path.join(prompts, 'deep', 'x.md'), 'x');
    execFileSync('mkfifo', [path.join(prompts, 'pipe.md')]);
    const files = {
      absolute: '/etc/passwd',
      'absolute on Windows': 'C:/Windows/win.ini',
      backslash: '..\\prompts\\x.md',
      binary: '../prompts/binary.md',
      folder: '../prompts',
      hidden: '../prompts/.env',
      huge: '../prompts/huge.md',
      'in git': '../.git/config',
      key: '../prompts/key.md',
      link: '../prompts/link.md',
      'linked folder': '../prompts/link/x.md',
      missing: '../prompts/nowhere.md',
      nul: '../prompts/\0.md',
      outside: '../../secret.md',
      'outside and in again': `../../${path.basename(project)}x/../x.md`,
      pipe: '../prompts/pipe.md',
    };
    for (const [name, file] of Object.entries(files)) {
      writeFileSync(path.join(project, 'rules', `${name.replaceAll(' ', '-')}.yaml`), rule(name, file));
    }
  },
  'made-root-not-yaml': (project) => {
    writeFileSync(path.join(project, 'rules.json'), '{}');
    return ['rules.json'];
  },
  'made-links': (project) => {
    writeFileSync(path.join(project, 'secret.txt'), 'name: [this text must not be shown\n');
    const rules = rulesFolder(project);
    symlinkSync('../secret.txt', path.join(rules, 'linked.yaml'));
    symlinkSync('..', path.join(rules, 'loop'));
    symlinkSync('nowhere', path.join(rules, 'dangling.yml'));
    symlinkSync('../secret.txt', path.join(rules, 'README.md'));
    return undefined;
  },
  'made-overrides': (project) => {
    const named = (name: string, more = '') => RULE.replace('name: Newsletters', `name: ${name}${more}`);
    const override = '\noverrides: true';
    const files = {
      'common/rules.yaml': [named('No key'), named('Two'), named('"Good "'), named('No list', override)],
      'own/more.yaml': [named('Two', override)],
      'own/rules.yaml': [
        named('No key'),
        named('Two', override),
        named('Good', override),
        named('No folder', override),
      ],
    };
    mkdirSync(path.join(project, 'common'));
    mkdirSync(path.join(project, 'own'));
    for (const [file, rules] of Object.entries(files)) writeFileSync(path.join(project, file), rules.join('---\n'));
    return ['common', 'own'];
  },
  'made-pipe': (project) => {
    execFileSync('mkfifo', [path.join(rulesFolder(project), 'pipe.yaml')]);
    return undefined;
  },
  'made-too-big': (project) => {
    writeFileSync(path.join(rulesFolder(project), 'big.yaml'), `${RULE}# ${'x'.repeat(1024 * 1024)}\n`);
    return undefined;
  },
  'made-not-utf8': (project) => {
    const bytes = Buffer.concat([Buffer.from('# \ufffd is fine\nname: Caf'), Buffer.from([0xe9]), Buffer.from('\n')]);
    writeFileSync(path.join(rulesFolder(project), 'latin1.yaml'), bytes);
    return undefined;
  },
  'made-bomb': (project) => {
    const lines = ['a: &a [x, x, x, x, x, x, x, x, x, x]'];
    for (const [before, name] of ['ab', 'bc', 'cd', 'de', 'ef', 'fg', 'gh']) {
      lines.push(`${name}: &${name} [${Array(10).fill(`*${before}`).join(', ')}]`);
    }
    writeFileSync(path.join(rulesFolder(project), 'bomb.yaml'), lines.join('\n'));
    return undefined;
  },
};

const temporary = mkdtempSync(path.join(tmpdir(), 'inboxctl-invalid-'));
afterAll(() => rmSync(temporary, { recursive: true, force: true }));

const seen = new Set<string>();

describe('each broken input has the report that stands beside it', () => {
  const written = readdirSync(CASES).filter((name) => !name.startsWith('made-'));
  test.each(written)('%s', (name) => {
    expectReport(name, problemsOf(path.join(CASES, name), ['rules']));
  });

  test.each(Object.entries(MADE))('%s', (name, make) => {
    const project = path.join(temporary, name);
    mkdirSync(project);
    expectReport(name, problemsOf(project, make(project) ?? ['rules']));
  });

  test('and every code has an input', () => {
    // A file that its owner cannot read needs another owner: test/source/read-file.test.ts has it. One with more problems than
    // are shown has a report of a thousand: test/e2e/hostile-files.test.ts has that.
    const elsewhere = ['path-unreadable', 'file-more-problems'];
    const expected = Object.keys(fileProblems).filter((code) => !elsewhere.includes(code));
    expect([...seen].sort()).toEqual(expected.sort());
  });
});

function problemsOf(project: string, roots: string[]): Diagnostic[] {
  const absolute = roots.map((root) => path.resolve(project, root));
  const where = { cwd: project, projectFolder: project };
  const variables: Record<string, string> = {
    TOO_SHORT: 'abc',
    EMPTY: '',
    KEY_INSIDE: `x${KEY}`,
    QUOTED: '"Is it a newsletter?"',
  };
  const loader = createLoader(
    where,
    {
      variable: (name) => variables[name],
      unset: 'error',
      keys: [{ of: 'API key', value: KEY }],
    },
    checkedRule,
  );
  const own = path.join(project, 'policy.json');
  const policy = existsSync(own) ? JSON.parse(readFileSync(own, 'utf8')) : POLICY;
  const settings = planSettings(path.basename(project).startsWith('policy') ? { policy } : {});
  const [declared] = declare([{ name: 'default', roots: absolute, settings, policyPlace: () => null }], loader);
  return [...(declared?.diagnostics ?? []), ...(declared?.violations ?? [])];
}

function expectReport(name: string, diagnostics: Diagnostic[]): void {
  for (const { code } of diagnostics) seen.add(code);
  const report = renderProblems(diagnostics, { color: false, unicode: true, width: 80, verbose: true });
  const file = path.join(CASES, name, 'report.txt');
  if (process.env.UPDATE) {
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, report);
  }
  expect(report).toBe(readFileSync(file, 'utf8'));
  expect(report).not.toBe('');
  for (const width of [60, 100, 200]) {
    const plain = renderProblems(diagnostics, { color: false, unicode: false, width });
    // Lines to copy are kept whole.
    const wrapped = plain.split('\n').filter((line) => !line.startsWith('  acceptPitfalls: '));
    const widest = Math.max(...wrapped.map((line) => stringWidth(line)));
    expect(widest).toBeLessThanOrEqual(width);
    const colored = renderProblems(diagnostics, { color: true, unicode: false, width });
    expect(colored).not.toBe(plain);
    expect(stripVTControlCharacters(colored)).toBe(plain);
  }
}

function rulesFolder(project: string): string {
  const rules = path.join(project, 'rules');
  mkdirSync(rules);
  return rules;
}
