import { count } from '../../diagnostics/counts.ts';
import { styleOf, type TextOptions } from '../style.ts';

/** How many there are of what was looked at. */
export interface Checked {
  rules: number;
  files: number;
  /** Files of tests: they count where something is wrong. */
  ofTests: number;
  accounts: number;
}

/** The last line of `validate`: what was looked at and how it is. */
export function textValidation(
  { rules, files, ofTests, accounts }: Checked,
  diagnostics: readonly { severity: string }[],
  options: TextOptions,
): string {
  const { color } = styleOf(options);
  const number = (severity: string) => diagnostics.filter((one) => one.severity === severity).length;
  const [errors, warnings] = [number('error'), number('warning')];
  const found = [
    ...(errors > 0 ? [color.red(count(errors, 'error'))] : []),
    ...(warnings > 0 ? [color.yellow(count(warnings, 'warning'))] : []),
  ];
  const shared = accounts > 1 ? ` for ${count(accounts, 'account')}` : '';
  const where = `${count(rules, 'rule')} in ${count(files, 'file')}${shared}`;
  if (errors > 0) return `${found.join(', ')} in ${count(files + ofTests, 'file')}.\n`;
  return `${color.green('Valid')}: ${where}${found.length > 0 ? `, ${found.join(', ')}` : ''}.\n`;
}
