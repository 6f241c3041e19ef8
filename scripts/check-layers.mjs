// Runs dependency-cruiser over src and makes sure that it saw every file: it passes silently on none.
import { readdirSync } from 'node:fs';
import { cruise } from 'dependency-cruiser';
import extractTSConfig from 'dependency-cruiser/config-utl/extract-ts-config';
import configuration from '../.dependency-cruiser.mjs';

const { output } = await cruise(
  ['src'],
  { ruleSet: configuration, validate: true, ...configuration.options },
  {},
  { tsConfig: extractTSConfig('tsconfig.json') },
);
const files = readdirSync('src', { recursive: true }).filter((name) => name.endsWith('.ts'));
const cruised = new Set(output.modules.map((module) => module.source));
const missed = files.filter((name) => !cruised.has(`src/${name}`));
const { violations } = output.summary;
for (const { rule, from, to } of violations) process.stderr.write(`${rule.name}: ${from} -> ${to}\n`);
for (const name of missed) process.stderr.write(`not looked at: src/${name}\n`);
process.stdout.write(`${files.length} files, ${violations.length} violations\n`);
process.exitCode = violations.length + missed.length === 0 && files.length > 0 ? 0 : 1;
