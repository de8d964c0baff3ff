import { setFlagsFromString } from 'node:v8';
import { openStores } from './cli/io/context.ts';
import { openTerminal } from './cli/io/terminal.ts';
import { formatUnexpectedError, runCommand } from './run-command.ts';
import { createRedactor } from './system/redactor.ts';

// By default V8 lets garbage grow to several times the live heap: 425 MB for 1,000 recipients.
for (const flag of ['--semi-space-growth-factor=1', '--heap-growing-percent=30']) setFlagsFromString(flag);

/** The process ends within ten seconds of a signal; supervisors kill it after ten or more. */
const [lateMs, lastMs] = [6_000, 9_000];

const [ended, late] = [new AbortController(), new AbortController()];
const redactor = createRedactor();
const stores = openStores(redactor.redact);
const terminal = openTerminal(process.stdout, process.stderr);
const writeError = (text: string): void => {
  const line = process.argv.includes('--json') ? JSON.stringify({ error: text }) : text;
  terminal.err(redactor.redact(`${line}\n`));
};
for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  process.on(signal, () => {
    if (ended.signal.aborted) process.exit(1);
    ended.abort();
    setTimeout(() => late.abort(), lateMs).unref();
    setTimeout(() => {
      writeError('Some work could not be cut off. The ledger is as the last finished step left it.');
      process.exit(1);
    }, lastMs).unref();
  });
}

const shutdown = { ended: ended.signal, late: late.signal };
const processEnvironment = { stores, shutdown, environment: process.env, input: process.stdin, redactor };
// Node.js would print the error unredacted.
process.on('uncaughtException', (thrown) => {
  writeError(formatUnexpectedError(thrown));
  process.exit(1);
});
process.once('exit', () => {
  const fault = terminal.fault();
  if (fault === null) return;
  writeError(`Standard output could not be written (${fault}), so what was printed is not whole.`);
  process.exitCode ||= 1;
});
process.exitCode = await runCommand(process.argv.slice(2), terminal, processEnvironment);
await stores.close();
