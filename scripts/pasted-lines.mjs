import { createInterface } from 'node:readline';

/** Takes the stdout of a sandbox; gives the variables of the two `export` lines that it prints. */
export async function pastedLines(stream) {
  const variables = {};
  for await (const line of createInterface({ input: stream })) {
    const [, name, value] = /^export (\w+)=(.*)$/.exec(line) ?? [];
    if (name !== undefined) variables[name] = value;
    if (Object.keys(variables).length === 2) return variables;
  }
  throw new Error('The sandbox did not start');
}
