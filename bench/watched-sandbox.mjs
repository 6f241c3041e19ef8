// A sandbox in a process of its own that tells what was asked of it, and when, and how much memory it took.
import { fork } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { rolldown } from 'rolldown';
import { KEY } from './projects.mjs';

const PROGRAM = `
  import { readFileSync } from 'node:fs';
  import { startTestSandbox } from ${JSON.stringify(path.resolve('test/harness/sandbox/sandbox.ts'))};
  const sandbox = await startTestSandbox(JSON.parse(readFileSync(process.argv[2], 'utf8')));
  process.on('message', () => {
    process.send({ requests: sandbox.requests, peak: process.resourceUsage().maxRSS / 1024 });
  });
  process.send(sandbox.baseUrl);`;

/** Bundles it into a folder; gives the path. */
export async function bundleSandbox(home) {
  const file = path.join(home, 'sandbox.mjs');
  const input = path.join(home, 'watched-sandbox.mjs');
  writeFileSync(input, PROGRAM);
  const bundle = await rolldown({ input, platform: 'node' });
  await bundle.write({ file, format: 'esm', codeSplitting: false });
  return file;
}

/**
 * Takes the bundle, options of the sandbox, and what to run at its address; gives the log of the requests, and the peak of
 * the sandbox's memory in MiB.
 */
export async function onSandbox(bundle, options, run) {
  const file = `${bundle}.options.json`;
  writeFileSync(file, JSON.stringify({ profile: 'newer', key: KEY, ...options }));
  const child = fork(bundle, [file]);
  const message = () =>
    new Promise((resolve, reject) => {
      child.once('message', resolve);
      child.once('exit', (code) => reject(new Error(`The sandbox ended with ${code}`)));
    });
  try {
    await run(await message());
    const told = message();
    child.send('tell');
    return await told;
  } finally {
    child.kill();
  }
}
