/** action.yml, the code and the tables of docs/github.md say the same: what one of them has, the others have. */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { Ajv } from 'ajv';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { FAILURE_REASONS, INPUTS, type InputDefinition, OUTPUTS } from '../../src/action/definition.ts';
import { inputsOf } from '../../src/action/inputs.ts';
import { officialParser } from '../harness/workflow-parser.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
const read = (name: string) => readFileSync(path.join(ROOT, name), 'utf8');

interface ActionFile {
  inputs: Record<string, { description: string; required: boolean; default?: string }>;
  outputs: Record<string, { description: string }>;
  runs: { main: string };
}

const text = { type: 'string', minLength: 1 } as const;

/** The metadata of an action that runs in Node, as GitHub documents it; nothing but what is used here is allowed. */
const METADATA = {
  type: 'object',
  additionalProperties: false,
  required: ['name', 'description', 'inputs', 'outputs', 'runs', 'branding'],
  properties: {
    name: text,
    // The marketplace cuts longer ones.
    description: { ...text, maxLength: 125 },
    inputs: {
      type: 'object',
      propertyNames: { pattern: '^[a-z][a-z-]*$' },
      additionalProperties: {
        type: 'object',
        additionalProperties: false,
        required: ['description', 'required'],
        // Whatever a runner makes of a boolean: a text is what it gives.
        properties: { description: text, required: { type: 'boolean' }, default: text },
      },
    },
    outputs: {
      type: 'object',
      propertyNames: { pattern: '^[a-z][a-z-]*$' },
      additionalProperties: {
        type: 'object',
        additionalProperties: false,
        required: ['description'],
        properties: { description: text },
      },
    },
    runs: {
      type: 'object',
      additionalProperties: false,
      required: ['using', 'main'],
      properties: { using: { const: 'node24' }, main: { const: 'dist/index.js' } },
    },
    branding: {
      type: 'object',
      additionalProperties: false,
      required: ['icon', 'color'],
      properties: { icon: { const: 'mail' }, color: { const: 'blue' } },
    },
  },
};

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
    const validate = new Ajv({ allErrors: true }).compile(METADATA);
    validate(action);
    expect(validate.errors).toBe(null);
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

describe('the tables of docs/github.md', () => {
  /** The rows of the table below a heading: their cells, without the marks of code. */
  function rows(heading: string): string[][] {
    const [, below = ''] = read('docs/github.md').split(`\n## ${heading}\n`);
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
