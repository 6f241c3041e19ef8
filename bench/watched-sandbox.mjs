// A sandbox in a process of its own that tells what was asked of it, and when.
import { fork } from 'node:child_process';
import path from 'node:path';
import { buildSync } from 'esbuild';
import { KEY } from './projects.mjs';

/** Bundles it into a folder; gives the path. */
export function bundleSandbox(home) {
  const outfile = path.join(home, 'sandbox.mjs');
  buildSync({
    stdin: {
      contents: `
        import { startSandbox } from './src/sandbox/sandbox.ts';
        const sandbox = await startSandbox(JSON.parse(process.argv[2]));
        process.on('message', () => process.send(sandbox.requests));
        process.send(sandbox.baseUrl);`,
      resolveDir: process.cwd(),
      loader: 'ts',
    },
    outfile,
    bundle: true,
    format: 'esm',
    platform: 'node',
    banner: { js: "import { createRequire } from 'node:module';const require = createRequire(import.meta.url);" },
  });
  return outfile;
}

/** Takes the bundle, options of the sandbox, and what to run at its address; gives the log of the requests. */
export async function onSandbox(bundle, options, run) {
  const child = fork(bundle, [JSON.stringify({ profile: 'newer', key: KEY, ...options })]);
  const message = () => new Promise((resolve) => child.once('message', resolve));
  try {
    await run(await message());
    const log = message();
    child.send('log');
    return await log;
  } finally {
    child.kill();
  }
}
