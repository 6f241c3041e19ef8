/** Plans for pages: one as people have them, and one that is full of what others would like a browser to do. */
import type { Change, Notice, PlanDocument } from '../../src/model/plan.ts';
import { shownAction, shownChange, shownPlan, shownRule } from '../harness/shown-rule.ts';

const PROMPT = Array.from(
  { length: 24 },
  (_, index) => `${index + 1}. Letters about order ${index} are answered within a day.`,
).join('\n');

/** Two accounts, each operation, most risks, short and long differences. */
export function usualPlan(): PlanDocument {
  const refunds = shownRule(
    { from: '@acme.com', aiInstructions: 'asks for a refund', conditionalOperator: 'AND' },
    [shownAction('LABEL', { label: 'Refunds' }), shownAction('ARCHIVE', {}, 1440)],
    { name: 'Refunds' },
  );
  const before = shownRule(
    { aiInstructions: `Mail of customers.\n${PROMPT}\nBe brief.`, from: 'acme.com' },
    [
      shownAction('LABEL', { label: 'Old label' }),
      shownAction('ARCHIVE'),
      shownAction('STAR'),
      shownAction('REPLY', { content: 'Thanks, we got it.' }),
    ],
    { name: 'Customers' },
  );
  const after = shownRule(
    {
      aiInstructions: `Mail of customers and partners.\n${PROMPT.replace('12. Letters', '12. Complaints')}\nBe brief and kind.`,
      from: '@acme.com',
      subject: 'Order',
      conditionalOperator: 'OR',
    },
    [
      shownAction('STAR'),
      shownAction('LABEL', { label: 'New label' }, 120),
      shownAction('REPLY', { content: 'Thank you, we got it.' }),
      shownAction('FORWARD', { to: 'team@example.com' }),
    ],
    { name: 'Customers' },
  );
  return shownPlan(
    [
      shownChange({ account: 'alice', before: null, after: refunds }),
      shownChange({ account: 'alice', before, after, risks: ['sends-mail', 'may-switch-off'] }),
      shownChange({
        account: 'alice',
        name: 'Spam of yesterday',
        before: { ...refunds, name: 'Spam of yesterday' },
        after: null,
      }),
      shownChange({
        account: 'bob',
        name: 'Hook',
        before: null,
        after: shownRule({ subject: 'Invoice|Bill' }, [
          shownAction('CALL_WEBHOOK', { webhookUrl: { shown: '(secret HOOK)', tag: '0'.repeat(32) } }),
        ]),
        risks: ['leaves-mailbox'],
        refused: 'unreviewed',
      }),
    ],
    {
      notices: [
        {
          code: 'x',
          severity: 'warning',
          message: 'It is left open how they are joined.\nWrite an operator.',
          rule: 'Refunds',
          account: 'alice',
          source: { file: 'rules/all.yaml', line: 3, column: 1 },
        },
        { code: 'y', severity: 'info', message: 'Nothing else to say.' },
      ],
    },
  );
}

/** What would run, be asked for, or be drawn elsewhere, if it were taken for HTML. */
export const HOSTILE = [
  '<script>alert(1)</script>',
  '</script><script>alert(2)</script>',
  '</style><style>body{display:none}</style>',
  '<img src=https://attacker.example/a.png onerror=alert(3)>',
  '" onmouseover="alert(4)" x="',
  "' autofocus onfocus='alert(5)",
  '<a href="javascript:alert(6)">x</a>',
  '<svg/onload=alert(7)>',
  '<iframe srcdoc="<script>parent.alert(8)</script>"></iframe>',
  '<meta http-equiv=refresh content="0;url=https://attacker.example/">',
  '<base href=https://attacker.example/><form action=https://attacker.example/><input name=op>',
  '--><!-- ]]> <![CDATA[',
  '&lt;b&gt; &#60;script&#62; &amp;',
  '</title><script>alert(9)</script>',
  '</details></article></section><h1>No changes</h1>',
  'javascript:alert(10)',
  '\u202eevil\u2066\u200f\u2069 \u0000\u001b[31m',
  // biome-ignore lint/suspicious/noTemplateCurlyInString: it must not be taken for one
  '${alert(11)} {{constructor.constructor("alert(12)")()}} `',
  '\ud800 half',
  'x'.repeat(100_000),
] as const;

/** A change of each kind with the text in every place that others can write. */
function changesWith(text: string, account = text): Change[] {
  const secret = { shown: text, tag: '0'.repeat(32) };
  const rule = shownRule(
    { aiInstructions: `${text}\n${text}`, from: text, to: secret, subject: text },
    [
      { ...shownAction('LABEL', { label: text, content: text, webhookUrl: secret }), messagingChannelId: text },
      shownAction(text, { to: text, content: text }, 60),
    ],
    { name: text },
  );
  const other = shownRule(
    { aiInstructions: `${text} and more\n${text}`, from: `${text},b` },
    [shownAction('LABEL', { label: `b ${text}` })],
    { name: `b${text}`, runOnThreads: false },
  );
  const impact = ([null, 'ai', 'no'] as const).flatMap((from) =>
    (['matches', 'ai'] as const).map((to) => ({ mail: text, from, to })),
  );
  const source = { file: text, line: 3, column: 1 };
  const more = { account, name: text, id: text, source, impact };
  return [
    shownChange({ ...more, before: null, after: rule, risks: ['sends-mail'] }),
    shownChange({ ...more, before: rule, after: other, renamedFrom: text }),
    shownChange({ ...more, before: other, after: rule, refused: text }),
    shownChange({
      ...more,
      before: rule,
      after: null,
      source: null,
      reason: 'duplicate',
      risks: ['matches-everything'],
    }),
  ];
}

/** What is said with the text, of a rule and of none. */
const noticesWith = (text: string): Notice[] => {
  const about = { code: text, account: text, source: { file: text, line: 1, column: 1 } };
  return (['error', 'warning', 'info'] as const).flatMap((severity) => [
    { ...about, severity, message: text, rule: text },
    { ...about, severity, message: `It says "${text}" and ${text}.` },
  ]);
};

/** A plan of such changes, with an account that could not be planned. */
export function hostileDocument(text: string): PlanDocument {
  const plan = shownPlan(changesWith(text), { samples: 40, notices: noticesWith(text) });
  const error = { status: 500, code: text, message: text, hint: text };
  return {
    ...plan,
    accounts: [
      ...plan.accounts.map((account) => ({ ...account, baseUrl: text })),
      { name: `2${text}`, baseUrl: text, live: 0, declared: 1, summary: plan.summary, error },
    ],
  };
}

/** A plan with all of these texts. */
export function hostilePlan(): PlanDocument {
  const plan = shownPlan(HOSTILE.flatMap((text, index) => changesWith(text, index % 2 === 0 ? 'default' : text)));
  return {
    ...plan,
    samples: 40,
    keyId: HOSTILE[0],
    accounts: plan.accounts.map((account) => ({ ...account, baseUrl: account.name })),
    notices: HOSTILE.flatMap(noticesWith),
  };
}
