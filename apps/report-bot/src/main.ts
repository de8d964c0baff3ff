#!/usr/bin/env node
import { openStores } from './cli/context.ts';
import { runCommand } from './cli/program.ts';

const ending = new AbortController();
const stores = openStores();
for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  process.on(signal, () => {
    if (ending.signal.aborted) process.exit(1);
    ending.abort();
  });
}

const streams = {
  out: (text: string) => process.stdout.write(text),
  err: (text: string) => process.stderr.write(text),
};
const outside = { stores, ended: ending.signal, environment: process.env, input: process.stdin };
process.exitCode = await runCommand(process.argv.slice(2), streams, outside);
await stores.close();
