/** action.yml, the code and the tables of docs/github-reference.md say the same: what one of them has, the others have. */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { FAILURE_REASONS, INPUTS, type InputDefinition, OUTPUTS } from '../../src/action/definition.ts';
import { inputsOf } from '../../src/action/inputs.ts';
import { officialParser } from '../harness/workflow-parser.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
const read = (name: string) => readFileSync(path.join(ROOT, name), 'utf8');

interface ActionFile {
  description: string;
  inputs: Record<string, { description: string; required: boolean; default?: string }>;
  outputs: Record<string, { description: string }>;
  runs: { main: string };
}

describe('action.yml', () => {
  const action = parse(read('action.yml')) as ActionFile;

  it('is what the script makes of the definition', () => {
    const { status, stderr } = spawnSync(process.execPath, ['scripts/action.mjs', '--check'], {
      cwd: ROOT,
      encoding: 'utf8',
    });
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  });

  it('is the metadata of an action', async () => {
    // The marketplace cuts longer ones.
    expect(action.description.length).toBeLessThanOrEqual(125);
    expect(action).toMatchObject({
      runs: { using: 'node24', main: 'dist/index.js' },
      branding: { icon: 'mail', color: 'blue' },
    });
    const { actionErrors } = await officialParser();
    expect(actionErrors('action.yml', read('action.yml'))).toEqual([]);
    expect(actionErrors('action.yml', read('action.yml').replace('node24', 'node25'))).not.toEqual([]);
  });

  it('has the inputs of the code, and no others', () => {
    expect(Object.keys(action.inputs)).toEqual(Object.keys(INPUTS));
    for (const [name, input] of Object.entries<InputDefinition>(INPUTS)) {
      expect({ name, ...action.inputs[name] }).toEqual({
        name,
        description: expect.stringContaining(input.description),
        required: input.required === true,
        ...(input.default === undefined ? {} : { default: input.default }),
      });
      for (const value of input.values ?? []) expect(action.inputs[name]?.description).toContain(value);
    }
  });

  it('has defaults that the code takes, and that mean the same where none is given', () => {
    const given = Object.entries(action.inputs).flatMap(([name, input]) => {
      const value = name === 'mode' ? 'plan' : input.default;
      return value === undefined || value.includes('${{') ? [] : [[`INPUT_${name.toUpperCase()}`, value]];
    });
    const read = inputsOf(Object.fromEntries(given));
    expect(read).toHaveProperty('ok');
    expect(read).toEqual(inputsOf({ INPUT_MODE: 'plan' }));
  });

  it('has the outputs of the code, and no others', () => {
    expect(Object.entries(action.outputs).map(([name, { description }]) => [name, description])).toEqual(
      Object.entries(OUTPUTS),
    );
    for (const reason of FAILURE_REASONS) expect(action.outputs['failure-reason']?.description).toContain(reason);
  });

  it('names a bundle that is there', () => {
    expect(existsSync(path.join(ROOT, action.runs.main))).toBe(true);
  });
});

describe('the tables of docs/github-reference.md', () => {
  /** The rows of the table below a heading: their cells, without the marks of code. */
  function rows(heading: string): string[][] {
    const [, below = ''] = read('docs/github-reference.md').split(`\n## ${heading}\n`);
    const lines = (below.split(/\n#+ /)[0] ?? '').split('\n').filter((line) => line.startsWith('| '));
    return lines.slice(2).map((line) => {
      return line
        .slice(2, -2)
        .split(/(?<!\\) \| /)
        .map((cell) => cell.trim());
    });
  }

  it('of inputs have their values and defaults', () => {
    expect(rows('Inputs')).toEqual(
      Object.entries<InputDefinition>(INPUTS).map(([name, { description, values = [], default: fallback }]) => [
        `\`${name}\``,
        [description, ...(values.length === 0 ? [] : [values.map((value) => `\`${value}\``).join(', ')])].join(' '),
        fallback === undefined ? '' : `\`${fallback}\``,
      ]),
    );
  });

  it('of outputs are complete', () => {
    expect(rows('Outputs')).toEqual(Object.entries(OUTPUTS).map(([name, does]) => [`\`${name}\``, does]));
  });

  it('of failures say what to do about each', () => {
    const failures = rows('When it fails');
    expect(failures.map(([reason]) => reason)).toEqual(FAILURE_REASONS.map((reason) => `\`${reason}\``));
    for (const cells of failures) expect(cells.filter((cell) => cell.length > 3)).toHaveLength(3);
  });
});
