// Writes the quick checks of what is read (an accepted.ts beside who reads it) from the schemas; with --check it only
// compares.
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { exportsOf } from './source-exports.mjs';
import { straightChecks } from './straight-checks.mjs';

/** Of each file: the schemas, by the module that has them, and the objects whose keys are wanted as lists. */
const FILES = {
  'src/source/accepted.ts': {
    modules: {
      'src/model/written-rule.ts': ['writtenRule'],
      'src/model/written-project.ts': ['projectFile', 'accountFile'],
    },
    keys: ({ writtenRule }) => ({
      RULE_KEYS: writtenRule,
      CONDITION_KEYS: writtenRule.shape.condition,
      ACTION_KEYS: writtenRule.shape.actions.element,
    }),
  },
  'src/service/accepted.ts': {
    modules: {
      'src/service/wire.ts': ['rulesAnswer', 'ruleAnswer', 'periodStatistics', 'responseTimeStatistics'],
    },
  },
  'src/engine/review/accepted.ts': { modules: { 'src/model/plan.ts': ['planDocument'] } },
  'src/engine/journal/accepted.ts': { modules: { 'src/model/journal.ts': ['planLine', 'outcomeLine', 'endLine'] } },
};

const HEAD = (modules) => `// biome-ignore-all lint: made by a program
/**
 * Whether a value is as a schema wants it, in which case it is used as it is; zod is loaded only to say what is wrong.
 * Made by \`npm run schemas\` from ${Object.keys(modules).join(' and ')}.
 */`;

for (const [file, { modules, keys }] of Object.entries(FILES)) {
  const schemas = await schemasOf(modules);
  const from = Object.fromEntries(
    Object.entries(modules).flatMap(([module, names]) => {
      const relative = path.posix.relative(path.posix.dirname(file), module);
      return names.map((name) => [name, relative.startsWith('.') ? relative : `./${relative}`]);
    }),
  );
  const text = formatted(file, straightChecks({ schemas, from, keys: keys?.(schemas), head: HEAD(modules) }));
  if (!process.argv.includes('--check')) writeFileSync(file, text);
  else if (readFileSync(file, 'utf8') !== text) {
    process.stderr.write(`${file} is not current: run npm run schemas\n`);
    process.exitCode = 1;
  }
}

/** The named exports of some modules of ours, in the order in which they are named. */
async function schemasOf(modules) {
  const lines = Object.entries(modules).map(([module, names]) => `export { ${names.join(', ')} } from './${module}';`);
  const all = await exportsOf(lines.join('\n'));
  return Object.fromEntries(Object.values(modules).flatMap((names) => names.map((name) => [name, all[name]])));
}

function formatted(file, input) {
  const biome = path.resolve('node_modules/.bin/biome');
  return execFileSync(biome, ['format', `--stdin-file-path=${file}`], { input, encoding: 'utf8' });
}
