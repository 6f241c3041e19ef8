#!/usr/bin/env node
import { run } from './cli/run.ts';

run(process).then((code) => {
  process.exitCode = code;
});
