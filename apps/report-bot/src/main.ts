#!/usr/bin/env node
import { setFlagsFromString } from 'node:v8';
import { openOutput, openStores } from './cli/io/context.ts';
import { formatUnexpectedError, runCommand } from './run-command.ts';
import { createRedactor } from './system/redactor.ts';

// By default V8 lets garbage grow to several times the live heap: 425 MB for 1,000 recipients.
for (const flag of ['--semi-space-growth-factor=1', '--heap-growing-percent=30']) setFlagsFromString(flag);

/** The process ends within ten seconds of a signal; supervisors kill it after ten or more. */
const [lateMs, lastMs] = [6_000, 9_000];

const [ended, late] = [new AbortController(), new AbortController()];
const redactor = createRedactor();
const stores = openStores(redactor.redact);
for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  process.on(signal, () => {
    if (ended.signal.aborted) process.exit(1);
    ended.abort();
    setTimeout(() => late.abort(), lateMs).unref();
    setTimeout(() => {
      err.write('Some work could not be cut off. The ledger is as the last finished step left it.\n');
      process.exit(1);
    }, lastMs).unref();
  });
}

const [out, err] = [openOutput(process.stdout), openOutput(process.stderr)];
const streams = { out: out.write, err: err.write, notice: err.write };
const shutdown = { ended: ended.signal, late: late.signal };
const processEnvironment = { stores, shutdown, environment: process.env, input: process.stdin, redactor };
// Node.js would print the error unredacted.
process.on('uncaughtException', (thrown) => {
  err.write(redactor.redact(`${formatUnexpectedError(thrown)}\n`));
  process.exit(1);
});
process.once('exit', () => {
  if (out.fault() === null) return;
  err.write(`Standard output could not be written (${out.fault()}), so what was printed is not whole.\n`);
  process.exitCode ||= 1;
});
process.exitCode = await runCommand(process.argv.slice(2), streams, processEnvironment);
await stores.close();
