#!/usr/bin/env node
import { setFlagsFromString } from 'node:v8';
import { openStores } from './cli/context.ts';
import { outlet } from './cli/outlet.ts';
import { runCommand, unforeseen } from './cli/program.ts';
import { openRedactor } from './secrets/redactor.ts';

// By default V8 lets garbage, such as sent mails, grow to several times what lives: 425 MB for 1,000 recipients.
for (const flag of ['--semi-space-growth-factor=1', '--heap-growing-percent=30']) setFlagsFromString(flag);

/** Within ten seconds of a signal the process is gone; a supervisor's default is to kill it after ten or more. */
const [lateMs, lastMs] = [6_000, 9_000];

const [ended, late] = [new AbortController(), new AbortController()];
const redactor = openRedactor();
const stores = openStores(redactor.redact);
for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  process.on(signal, () => {
    if (ended.signal.aborted) process.exit(1);
    ended.abort();
    setTimeout(() => late.abort(), lateMs).unref();
    setTimeout(() => {
      err.write(
        'Something under way could not be cut off. The ledger is as the last finished step left it.\n',
      );
      process.exit(1);
    }, lastMs).unref();
  });
}

const [out, err] = [outlet(process.stdout), outlet(process.stderr)];
const streams = { out: out.write, err: err.write, notice: err.write };
const ending = { ended: ended.signal, late: late.signal };
const outside = { stores, ending, environment: process.env, input: process.stdin, redactor };
// Node.js would print the error with whatever is in it.
process.on('uncaughtException', (thrown) => {
  err.write(redactor.redact(`${unforeseen(thrown)}\n`));
  process.exit(1);
});
process.once('exit', () => {
  if (out.fault() === null) return;
  err.write(`Standard output could not be written (${out.fault()}), so what was printed is not whole.\n`);
  process.exitCode ||= 1;
});
process.exitCode = await runCommand(process.argv.slice(2), streams, outside);
await stores.close();
