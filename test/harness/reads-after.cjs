/**
 * Loaded before the program: it opens no rule file before the file that WAIT_FOR names is there. What blocks is the whole
 * process, so that nothing can be sent meanwhile.
 */
const fs = require('node:fs');
const { openSync } = fs;

const TURN_MS = 5;
const MOST_TURNS = 2_000;

fs.openSync = (file, ...rest) => {
  if (/[\\/]rules[\\/]/.test(String(file))) waitFor(process.env.WAIT_FOR);
  return openSync(file, ...rest);
};

function waitFor(marker) {
  for (let turns = 0; !fs.existsSync(marker); turns++) {
    if (turns === MOST_TURNS) throw new Error('A rule file was opened before the service was asked');
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, TURN_MS);
  }
}
