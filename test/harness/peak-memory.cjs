/** Loaded before the program: writes the most memory that its process had, in MiB, into the file that PEAK_MEMORY names. */
const { readFileSync, writeFileSync } = require('node:fs');

process.on('exit', () => {
  // What the process counts itself begins with that of the process that started it.
  const [, kibibytes] = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync('/proc/self/status', 'utf8'));
  writeFileSync(process.env.PEAK_MEMORY, String(kibibytes / 1024));
});
