// The least that any careful program of this kind does for a plan without a change, with the same libraries: reads the files,
// parses the YAML with the places of its lines, checks each rule, GETs the live rules and checks those, refuses a name that
// is declared twice, and compares both sides field by field in one form. Usage: floor.cjs FOLDER BASE_URL
import { readdirSync, readFileSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import { request } from 'undici';
import { LineCounter, parseAllDocuments } from 'yaml';
import * as z from 'zod';

const FIELDS = ['label', 'to', 'cc', 'bcc', 'subject', 'content', 'webhookUrl', 'folderName'];

const text = z.string().nullish();
const condition = z.looseObject({
  conditionalOperator: text,
  aiInstructions: text,
  static: z.looseObject({ from: text, to: text, subject: text }).nullish(),
});
const fields = z.looseObject(Object.fromEntries(FIELDS.map((key) => [key, text])));
const action = z.looseObject({
  type: z.string(),
  messagingChannelId: text,
  fields: fields.nullish(),
  delayInMinutes: z.number().nullish(),
});
const rule = z.looseObject({
  name: z.string().min(1),
  runOnThreads: z.boolean().nullish(),
  condition,
  actions: z.array(action).min(1),
});
const answer = z.looseObject({ rules: z.array(rule) });

const [, , folder, baseUrl] = process.argv;

/** All keys, and the same value for what means the same: only then can two rules be compared. */
function canonical({ name, runOnThreads, condition, actions }) {
  const { conditionalOperator, aiInstructions, static: matchers } = condition;
  return {
    name: name.trim(),
    runOnThreads: runOnThreads ?? true,
    condition: {
      conditionalOperator: conditionalOperator ?? null,
      aiInstructions: orNull(aiInstructions),
      static: {
        from: orNull(matchers?.from),
        to: orNull(matchers?.to),
        subject: orNull(matchers?.subject),
      },
    },
    actions: actions.map(({ type, messagingChannelId, fields, delayInMinutes }) => ({
      type,
      messagingChannelId: messagingChannelId ?? null,
      fields: Object.fromEntries(FIELDS.map((key) => [key, withLines(fields?.[key])])),
      delayInMinutes: delayInMinutes ?? null,
    })),
  };
}

function withLines(value) {
  return value?.replaceAll('\r\n', '\n') ?? null;
}

function orNull(value) {
  return value == null || value.trim() === '' ? null : withLines(value);
}

const declared = new Map();
for (const file of readdirSync(`${folder}/rules`)) {
  const lineCounter = new LineCounter();
  for (const document of parseAllDocuments(readFileSync(`${folder}/rules/${file}`, 'utf8'), { lineCounter })) {
    const wanted = canonical(rule.parse(document.toJS()));
    const { line } = lineCounter.linePos(document.range[0]);
    const other = declared.get(wanted.name);
    if (other !== undefined) throw new Error(`${file}:${line}: ${wanted.name} is in ${other.file} too`);
    declared.set(wanted.name, { wanted, file, line });
  }
}

async function compare() {
  const { body } = await request(`${baseUrl}/rules`, { headers: { 'API-Key': process.env.INBOXCTL_API_KEY } });
  const { rules } = answer.parse(await body.json());
  const live = new Map(rules.map((one) => [one.name, canonical(one)]));
  const counts = { unchanged: 0, create: 0, replace: 0, delete: 0 };
  for (const [name, { wanted }] of declared) {
    const other = live.get(name);
    if (other === undefined) counts.create += 1;
    else if (isDeepStrictEqual(wanted, other)) counts.unchanged += 1;
    else counts.replace += 1;
  }
  for (const name of live.keys()) if (!declared.has(name)) counts.delete += 1;
  process.stdout.write(`${JSON.stringify(counts)}\n`, () => process.exit());
}

compare();
