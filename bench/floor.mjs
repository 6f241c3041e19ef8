// What any careful program of this kind does for a plan, with the same libraries: reads the files, parses the YAML, checks
// each rule, GETs the live rules, parses the JSON and checks it. Usage: floor.cjs FOLDER BASE_URL
import { readdirSync, readFileSync } from 'node:fs';
import { request } from 'undici';
import { parseAllDocuments } from 'yaml';
import * as z from 'zod';

const text = z.string().nullish();
const condition = z.looseObject({
  conditionalOperator: text,
  aiInstructions: text,
  static: z.looseObject({ from: text, to: text, subject: text }).nullish(),
});
const fields = z.looseObject({ label: text, to: text, cc: text, bcc: text, subject: text, content: text });
const action = z.looseObject({ type: z.string(), fields: fields.nullish(), delayInMinutes: z.number().nullish() });
const rule = z.looseObject({ name: z.string(), condition, actions: z.array(action).min(1) });
const answer = z.looseObject({ rules: z.array(rule) });

const [, , folder, baseUrl] = process.argv;

let declared = 0;
for (const name of readdirSync(`${folder}/rules`)) {
  for (const document of parseAllDocuments(readFileSync(`${folder}/rules/${name}`, 'utf8'))) {
    rule.parse(document.toJS());
    declared += 1;
  }
}

async function listed() {
  const { body } = await request(`${baseUrl}/rules`, { headers: { 'API-Key': process.env.INBOXCTL_API_KEY } });
  const { rules } = answer.parse(await body.json());
  process.stdout.write(`${rules.length} live, ${declared} declared\n`, () => process.exit());
}

listed();
