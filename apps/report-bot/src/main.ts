#!/usr/bin/env node
import { openStores } from './cli/context.ts';
import { outlet } from './cli/outlet.ts';
import { runCommand } from './cli/program.ts';

const ending = new AbortController();
const stores = openStores();
for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  process.on(signal, () => {
    if (ending.signal.aborted) process.exit(1);
    ending.abort();
  });
}

const [out, err] = [outlet(process.stdout), outlet(process.stderr)];
const streams = { out: out.write, err: err.write, notice: err.write };
const outside = { stores, ended: ending.signal, environment: process.env, input: process.stdin };
process.once('exit', () => {
  if (out.fault() === null) return;
  err.write(`Standard output could not be written (${out.fault()}), so what was printed is not whole.\n`);
  process.exitCode ||= 1;
});
process.exitCode = await runCommand(process.argv.slice(2), streams, outside);
await stores.close();
