import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readMarker } from '../../src/action/comment/marker.ts';
import { planDocument } from '../../src/model/plan.ts';
import { NEWS, planningJob } from '../harness/planning-job.ts';
import { KEY } from '../harness/project.ts';
import { IS_NIGHT } from '../harness/runs.ts';

describe('a plan of too many changes', () => {
  it('is cut in its comment, which says so, and whole in its files', async () => {
    // Too many for a list of their digests, and too long for a summary.
    const [FILES, PER_FILE, LENGTH] = IS_NIGHT ? [10, 500, 20] : [2, 550, 80];
    const COUNT = FILES * PER_FILE;
    const rule = (index: number) => {
      const text = `Mail that ${index} has written about ${'things '.repeat(LENGTH)}`;
      return `  - { name: "Rule ${index} — ünï", condition: { aiInstructions: "${text}" }, actions: [{ type: ARCHIVE }] }\n`;
    };
    const files = Array.from({ length: FILES }, (_, file) => {
      const rules = Array.from({ length: PER_FILE }, (_, index) => rule(file * PER_FILE + index));
      return [`rules/${file}.yaml`, `rules:\n${rules.join('')}`];
    });
    const { plan, comments } = await planningJob({ files: Object.fromEntries(files) });
    const { code, outputs, summary } = await plan();
    expect(code).toBe(0);
    const [body = ''] = comments();
    // An apply adds up to 5,000 bytes.
    expect(Buffer.byteLength(body)).toBeLessThanOrEqual(55_000);
    expect(Buffer.byteLength(body)).toBeGreaterThan(50_000);
    expect(body).toContain(`${COUNT.toLocaleString('en-US')} to create, 0 to replace, 0 to delete`);
    expect(body).toMatch(/not shown in full here.*plan-file/s);
    expect(readMarker(body, [KEY])).toMatchObject({
      signature: 'ours',
      review: { changes: null, digest: outputs.digest },
    });
    expect(Buffer.byteLength(summary)).toBeLessThanOrEqual(1024 * 1024);
    expect(Buffer.byteLength(summary)).toBeGreaterThan(900_000);
    expect(summary).toContain('not shown in full here');
    const whole = planDocument.parse(JSON.parse(readFileSync(outputs['plan-file'] ?? '', 'utf8')));
    expect(whole.changes).toHaveLength(COUNT);
    const markdown = readFileSync(outputs['markdown-file'] ?? '', 'utf8');
    expect(markdown).toContain(`Rule ${COUNT - 1} — ünï`);
    expect(markdown).not.toContain('not shown in full here');
  });

  it('has what the pull request changes first, then what it leaves alone', async () => {
    const names = (count: number, kind: string) => Array.from({ length: count }, (_, index) => `${kind} ${index}`);
    const rule = (name: string, text: string) =>
      `  - { name: "${name}", condition: { aiInstructions: "${text}" }, actions: [{ type: ARCHIVE }] }\n`;
    const held = names(40, 'Held').map((name) => rule(name, `${name} ${'words '.repeat(200)}`));
    const seed = names(40, 'Held').map((name) => ({
      name,
      condition: { aiInstructions: `${name}, as somebody wrote in the web page` },
      actions: [{ type: 'ARCHIVE' }],
    }));
    const { plan, comments } = await planningJob({
      base: { 'rules/held.yaml': `rules:\n${held.join('')}` },
      files: {
        'rules/many.yaml': `rules:\n${names(1_200, 'Mail of the list that has the long number')
          .map((name) => rule(name, 'news'))
          .join('')}`,
      },
      sandbox: { seed: { rules: seed } },
    });
    await plan();
    const [body = ''] = comments();
    expect(body).toContain('1,200 to create, 0 to replace, 0 to delete');
    const [made = '', left = ''] = body.split('### Not from this change');
    expect(made).toContain('<summary><b>+ create</b> 1,200 rules · <code>ARCHIVE</code></summary>');
    expect(made).toMatch(/^\+ aiInstructions: "news"$/m);
    expect(made).toMatch(/^`Mail of the list that has the long number 0`, .* and 1,195 more$/m);
    for (const name of names(40, 'Held'))
      expect(left).toContain(`- **~ replace** \`${name}\` · \`aiInstructions changed\`\n`);
  });

  it('still has room for its words beside the longest line of digests', async () => {
    const rules = Array.from({ length: 1040 }, (_, index) => {
      return `  - { name: "Rule ${index}", condition: { aiInstructions: "Mail ${index}" }, actions: [{ type: ARCHIVE }] }\n`;
    });
    const { plan, comments } = await planningJob({ files: { 'rules/many.yaml': `rules:\n${rules.join('')}` } });
    await plan();
    const [body = ''] = comments();
    expect(readMarker(body, [KEY])?.review.changes).toHaveLength(1040);
    expect(Buffer.byteLength(body)).toBeLessThanOrEqual(55_000);
    expect(body).toContain('1,040 to create');
  });
});

describe('what is secret', () => {
  it('is in no comment, summary, log, output or file', async () => {
    const secrets = {
      SIGNING: 'signing-key-of-nobody',
      HOOK: 'https://hooks.example.com/path-that-is-a-password',
      FORWARD: 'secret-address@example.com',
      TEAM: 'https://hooks.example.com/another-password',
    };
    const rules = `rules:
  - name: Hook
    condition: { static: { from: "@hook.example.com" } }
    actions: [{ type: CALL_WEBHOOK, fields: { webhookUrl: { env: HOOK } } }]
  - name: Plain
    condition: { static: { from: "@plain.example.com" } }
    actions: [{ type: CALL_WEBHOOK, fields: { webhookUrl: "${secrets.TEAM}" } }]
  - name: Forward ${KEY}
    condition: { static: { from: "@forward.example.com" } }
    actions: [{ type: FORWARD, fields: { to: { env: FORWARD } } }]
`;
    const live = [
      {
        name: 'Hook',
        condition: { static: { from: '@hook.example.com' } },
        actions: [{ type: 'CALL_WEBHOOK', fields: { webhookUrl: `${secrets.HOOK}-before` } }],
      },
    ];
    const job = await planningJob({ files: { 'rules/all.yaml': rules }, sandbox: { seed: { rules: live } } });
    const { HOOK, FORWARD } = secrets;
    const run = { inputs: { 'signing-key': secrets.SIGNING }, env: { HOOK, FORWARD } };
    const { stdout, stderr, summary, outputs, masks } = await job.plan(run);
    const withoutMasks = stdout.replaceAll(/^::add-mask::.*$/gm, '');
    const files = ['plan-file', 'markdown-file'].map((name) => readFileSync(outputs[name] ?? '', 'utf8'));
    const shown = [withoutMasks, stderr, summary, JSON.stringify(outputs), ...job.comments(), ...files].join('\n');
    for (const secret of [...Object.values(secrets), KEY, 'path-that-is-a-password', 'ghs_bot']) {
      expect(shown.includes(secret), secret).toBe(false);
    }
    expect(masks).toEqual(expect.arrayContaining([KEY, secrets.SIGNING, 'ghs_bot']));
    expect(shown).toContain('(secret HOOK)');
  });

  it('are masked where they are keys of accounts in variables of the job', async () => {
    const accounts = 'accounts: { alice: { apiKey: { env: ALICE_KEY } }, bob: { apiKey: { env: BOB_KEY } } }\n';
    const { plan } = await planningJob({ base: { 'inboxctl.yaml': accounts } });
    const keys = { ALICE_KEY: 'key-of-the-inbox-alice', BOB_KEY: 'key-of-the-inbox-bob' };
    expect((await plan({ env: keys })).masks).toEqual(expect.arrayContaining(Object.values(keys)));
  });
});

describe('what others wrote', () => {
  const HOSTILE = [
    '::set-output name=digest::evil',
    '::error file=a::evil',
    '##[error]evil',
    '%0A::warning::evil',
    '\\r\\n::stop-commands::evil',
    '@everyone #1 <!-- inboxctl:v1 evil -->',
    '<img src=https://evil.example.com> ![x](https://evil.example.com)',
    '```\\n# evil',
    '</details></summary><h1>evil',
    'un\\u202eseen \\u200b',
  ];

  it('is no command in the log, and no marker in the comment', async () => {
    const rules = HOSTILE.map((name, index) => {
      return `  - { name: "${name}", condition: { static: { from: "@h${index}.example.com" } }, actions: [{ type: LABEL, fields: { label: "${name}" } }] }\n`;
    });
    const files = {
      'rules/hostile.yaml': `rules:\n${rules.join('')}`,
      'inboxctl.yaml': `ignore: ["::error::ignored", "##[error]ignored"]\npolicy: { forbidActions: [DELETE] }\n`,
    };
    const { plan, comments } = await planningJob({ files });
    const { others, annotations, code, outputs, summary } = await plan();
    expect({ code, others, creates: outputs.creates }).toEqual({
      code: 0,
      others: [],
      creates: String(HOSTILE.length),
    });
    expect(annotations.filter(({ message }) => message === 'evil')).toEqual([]);
    const [body = ''] = comments();
    expect(body.match(/<!--/g)).toHaveLength(1);
    expect(summary).not.toContain('<!--');
    for (const name of ['plan-file', 'markdown-file']) {
      expect(readFileSync(outputs[name] ?? '', 'utf8')).not.toMatch(/##\[|^\s*::/m);
    }
    const file = readFileSync(outputs['plan-file'] ?? '', 'utf8');
    expect(file).toContain('un\\u202eseen');
    expect(file).not.toMatch(/[\u202e\u200b]/);
    const text = body.replaceAll(/(`+)[^`][\s\S]*?\1/g, '').replaceAll(/<code>.*?<\/code>/g, '');
    expect(text).not.toMatch(/@everyone|#1\b|<img|<h1|!\[x\]/);
  });

  it('is no command where it is an error', async () => {
    const { plan } = await planningJob({
      files: { 'rules/news.yaml': `${NEWS}"::error::evil": 1\n"##[error]evil": 2\n"a\\n::error::evil": 3\n` },
    });
    const { code, outputs, others, annotations } = await plan();
    expect({ code, reason: outputs['failure-reason'], others }).toEqual({ code: 1, reason: 'invalid', others: [] });
    expect(annotations.filter(({ message }) => message.startsWith('evil'))).toEqual([]);
  });
});

describe('mode validate', () => {
  it('needs no key, token or pull request', async () => {
    const { plan, github, service } = await planningJob();
    for (const event of ['push', 'schedule', 'issue_comment']) {
      const inputs = { mode: 'validate', 'api-key': '', 'base-url': '', 'github-token': '' };
      const { code, outputs, summary } = await plan({ event, payload: {}, inputs });
      expect({ event, code, outputs }).toEqual({ event, code: 0, outputs: {} });
      expect(summary).toContain('No problem was found.');
    }
    expect(github.requests).toEqual([]);
    expect(service.requests).toEqual([]);
  });
});
