/** Plans for pages: one as people have them, and one that is full of what others would like a browser to do. */
import type { Change, PlanDocument } from '../../../src/model/plan.ts';
import { shownAction, shownChange, shownPlan, shownRule } from '../../harness/shown-rule.ts';

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

/** Each in every place of a change, and of what is said beside it. */
export function hostilePlan(): PlanDocument {
  const changes = HOSTILE.flatMap((text, index): Change[] => {
    const rule = shownRule(
      { aiInstructions: `${text}\n${text}`, from: text, to: text, subject: { shown: text, tag: '0'.repeat(32) } },
      [
        {
          ...shownAction('LABEL', { label: text, content: text, webhookUrl: { shown: text, tag: '0'.repeat(32) } }),
          messagingChannelId: text,
        },
        shownAction(text, { to: text }),
      ],
      { name: text },
    );
    const other = shownRule(
      { aiInstructions: `${text} and more\n${text}`, from: `${text},b` },
      [shownAction('LABEL', { label: `b ${text}` })],
      { name: `b ${text}` },
    );
    const source = { file: `rules/${text}.yaml`, line: 1, column: 1 };
    const impact = [
      { mail: text, from: null, to: 'matches' },
      { mail: text, from: 'ai', to: 'ai' },
    ] satisfies Change['impact'];
    const shared = { account: index % 2 === 0 ? 'default' : text, refused: text, source, id: text, impact };
    return [
      shownChange({ ...shared, before: null, after: rule, risks: ['sends-mail'] }),
      shownChange({ ...shared, before: rule, after: other, renamedFrom: text }),
      shownChange({ ...shared, before: rule, after: null, source: null }),
    ];
  });
  const plan = shownPlan(changes);
  return {
    ...plan,
    samples: 40,
    keyId: HOSTILE[0],
    accounts: plan.accounts.map((account) => ({ ...account, baseUrl: account.name })),
    notices: HOSTILE.map((text) => ({
      code: text,
      severity: 'error',
      message: text,
      account: text,
      rule: text,
      source: { file: text, line: 1, column: 1 },
    })),
  };
}
