/** What a pull did, for people. */

import { count, grouped, listed } from '../../diagnostics/counts.ts';
import { escapeControl } from '../../diagnostics/escape-control.ts';
import { plain, shortQuoted } from '../../diagnostics/message.ts';
import type { Pulled } from '../../diagnostics/results.ts';
import { changeOf } from '../../model/file-change.ts';
import type { NewVariable } from '../../model/pull.ts';
import { hang, hangTyped } from '../lines.ts';
import { type Style, styleOf, type TextOptions } from '../style.ts';
import { widest } from '../width.ts';

/** Files past these are counted only. */
const MOST = 200;

/** What is said beside a diff in which something is hidden or escaped. */
export const INEXACT_DIFF =
  'The diff shows less than the files will hold: secrets are hidden in it, and characters that could do harm are shown as codes.\n';

/** Names of rules that stand beside a file. */
const MOST_NAMES = 5;

/** The files that were written, and how many they are. */
export function textPulled({ only, files, notices }: Pulled, options: TextOptions): string {
  const style = styleOf(options);
  if (files.length === 0) {
    if (notices.some(({ code }) => code === 'shard-empty')) return '';
    const isWhole = notices.every(({ severity }) => severity === 'info');
    if (!isWhole) return 'Nothing was written. The warnings name what differs.\n';
    if (notices.some(({ code }) => code === 'pull-variables-unset')) {
      return 'Nothing to pull: what was compared is the same in the files.\n';
    }
    return `Nothing to pull: ${only === undefined ? 'the files match the live rules' : 'no file has to change for these rules'}.\n`;
  }
  const some = style.verbose ? files : files.slice(0, MOST);
  const more = files.length - some.length;
  const lines = some.flatMap((file) => fileLines(file, style));
  if (more > 0) lines.push(style.color.dim(`${style.dots} and ${grouped(more)} more (--verbose lists all)`));
  return `${lines.join('\n')}\n\n${style.color.green('Pulled')}: ${summary(files)}.\n`;
}

/** The end of a dry run. */
export function textPullable({ files }: Pulled): string {
  return `Nothing was written. A pull would write: ${summary(files)}.\n`;
}

function summary(files: Pulled['files']): string {
  const number = (change: string) => files.filter((file) => changeOf(file) === change).length;
  const [created, changed, removed] = [number('created'), number('changed'), number('removed')];
  return [
    ...(created > 0 ? [`${count(created, 'file')} created`] : []),
    ...(changed > 0 ? [`${count(changed, 'file')} changed`] : []),
    ...(removed > 0 ? [`${count(removed, 'file')} removed`] : []),
  ].join(', ');
}

function fileLines(file: Pulled['files'][number], style: Style): string[] {
  const { color } = style;
  const change = changeOf(file);
  const paint = change === 'created' ? color.green : change === 'removed' ? color.red : color.yellow;
  const rules = listed(file.rules.map(inQuotes), MOST_NAMES);
  const text = `${escapeControl(file.shown)}${rules === '' ? '' : `  ${color.dim(rules)}`}`;
  return hang(`${paint(change.padEnd(7))}  `, text, style.width);
}

/** What a variable is for: the host that it leads to, and the rules, as many as are to be named. */
export function variableUse({ shown: host, rules }: NewVariable, most = rules.length): string {
  return `${escapeControl(host)}  ${listed(rules.map(inQuotes), most)}`;
}

function inQuotes(name: string): string {
  return plain(shortQuoted(name));
}

/** The variables that are to be set before a plan can be made; a blank line parts them from the files. */
export function textVariables(variables: readonly NewVariable[], options: TextOptions): string {
  const style = styleOf(options);
  const column = widest(variables.map(({ name }) => name));
  const rows = variables.flatMap((variable) =>
    hang(`  ${style.color.bold(variable.name.padEnd(column))}  `, variableUse(variable), style.width),
  );
  const one = variables.length === 1;
  return [
    ...hangTyped(
      '',
      `${count(variables.length, 'webhook URL')} ${one ? 'is' : 'are'} kept out of the files. Set ${one ? 'this variable' : 'these variables'} before the next plan:`,
      style.width,
    ),
    '',
    ...rows,
    '',
    ...hangTyped(
      '',
      `Copy the ${one ? 'value' : 'values'} from the service's web page, or commit and run \`inboxctl pull --inline-secrets\`, which writes ${one ? 'it' : 'them'} into the files. In a workflow:`,
      style.width,
    ),
    '',
    '  env:',
    ...variables.map(({ name }) => `    ${name}: \${{ secrets.${name} }}`),
    '',
    '',
  ].join('\n');
}
