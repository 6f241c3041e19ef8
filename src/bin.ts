#!/usr/bin/env node
declare const INBOXCTL_NODE: string;

// All that an older Node reads: the rest is loaded behind it, and may have syntax that it does not know.
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
const [leastMajor = 0, leastMinor = 0] = INBOXCTL_NODE.split('.').map(Number);
if (major < leastMajor || (major === leastMajor && minor < leastMinor)) {
  process.stderr.write(`error: inboxctl needs Node ${INBOXCTL_NODE} or newer, and this is ${process.version}.\n`);
  process.exitCode = 3;
} else {
  // Output is flushed when this resolves. Ending at once saves 6 ms that Node 20 waits for its compilers.
  import('./cli/run.ts').then(({ run }) => run(process)).then((code) => process.exit(code));
}
