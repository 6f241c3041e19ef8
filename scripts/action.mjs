// Writes action.yml from the inputs and outputs in src/action/definition.ts; with --check it only compares.
import { readFileSync, writeFileSync } from 'node:fs';
import { Document, visit } from 'yaml';
import { exportsOf } from './source-exports.mjs';

const HEAD = ' Made by `npm run action` from src/action/definition.ts.';
const FILE = 'action.yml';

const { INPUTS, OUTPUTS } = await exportsOf(`export { INPUTS, OUTPUTS } from './src/action/definition.ts';`);

const inputs = Object.entries(INPUTS).map(([name, { description, required, values, default: fallback }]) => [
  name,
  {
    description: values === undefined ? description : `${description} One of: ${values.join(', ')}.`,
    required: required === true,
    ...(fallback === undefined ? {} : { default: fallback }),
  },
]);
const outputs = Object.entries(OUTPUTS).map(([name, description]) => [name, { description }]);

const document = new Document({
  name: 'inboxctl',
  description: 'Inbox rules as code: plans in the pull request, applies what was reviewed, and tells of drift.',
  inputs: Object.fromEntries(inputs),
  outputs: Object.fromEntries(outputs),
  runs: { using: 'node24', main: 'dist/index.js' },
  branding: { icon: 'mail', color: 'blue' },
});
document.commentBefore = HEAD;
// A text that is a boolean or a number without quotes is read as one by others.
visit(document, {
  Pair(_, { key, value }) {
    if (key.value === 'default') value.type = 'QUOTE_SINGLE';
  },
});
const text = document.toString({ lineWidth: 120, singleQuote: true });

if (!process.argv.includes('--check')) writeFileSync(FILE, text);
else if (readFileSync(FILE, 'utf8') !== text) {
  process.stderr.write(`${FILE} is not current: run npm run action\n`);
  process.exitCode = 1;
}
