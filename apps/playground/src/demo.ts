import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { defaultFolder } from './demo/output-folder.ts';
import { createProgressLog } from './demo/progress-log.ts';
import { formatFormTable, formatSummary, type JsonReport, toJsonForm } from './demo/report.ts';
import { type DemoResult, findFirstRecipientsMail, runDemo } from './demo/run-demo.ts';
import { CleanupStack } from './world/cleanup.ts';

const USAGE = `Usage: demo [--once] [--json] [--out FOLDER]
  --once  end when everything is done, instead of keeping the pages open
  --json  print one JSON object on stdout when every step is done, progress on stderr
  --out   where the mails are written; default demo-output`;

interface DemoOptions {
  readonly once: boolean;
  readonly json: boolean;
  readonly out: string;
}

function parseOptions(argv: string[]): DemoOptions {
  const { values } = parseArgs({
    args: argv,
    options: {
      once: { type: 'boolean', default: false },
      json: { type: 'boolean', default: false },
      out: { type: 'string', default: defaultFolder },
    },
  });
  return { ...values, out: resolve(values.out) };
}

async function runFromOptions(
  { once, json, out }: DemoOptions,
  cleanup: CleanupStack,
  stop: AbortSignal,
): Promise<void> {
  const progress = createProgressLog(json ? process.stderr : process.stdout, stop);
  const done = await runDemo(out, progress, cleanup, (form) => {
    if (!json) process.stdout.write(formatFormTable(form));
  });
  if (json) process.stdout.write(`${JSON.stringify(toJsonReport(done))}\n`);
  else process.stdout.write(formatSummary(done, !once));
  if (!once && !stop.aborted) await new Promise((resolve) => stop.addEventListener('abort', resolve));
}

function toJsonReport(done: DemoResult): JsonReport {
  const [first, second] = done.forms;
  return {
    forms: { '1': toJsonForm(first), '2': toJsonForm(second) },
    digest: {
      subject: findFirstRecipientsMail(done.mails).subject,
      figures: done.figures,
      requests: done.digestRequests,
      recipients: done.mails.flatMap(({ recipients }) => recipients).sort(),
    },
    files: done.files,
    urls: done.urls,
  };
}

/** Returns the exit code; 0 after SIGINT, SIGTERM or SIGHUP. */
async function main(argv: string[]): Promise<number> {
  let options: DemoOptions;
  try {
    options = parseOptions(argv);
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n${USAGE}\n`);
    return 2;
  }
  const cleanup = new CleanupStack();
  const stop = new AbortController();
  // One Ctrl-C can arrive twice: from the terminal and from npm.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stop.abort());
  const stopped = new Promise<void>((resolve) => stop.signal.addEventListener('abort', () => resolve()));
  const running = cleanup.track(runFromOptions(options, cleanup, stop.signal));
  try {
    await Promise.race([running, stopped]);
    return 0;
  } catch (error) {
    if (stop.signal.aborted) return 0;
    const message = error instanceof Error ? error.message : String(error);
    process.stderr.write(
      `\nThe demo failed at "${message}"\nRun it again; if it fails again, run "npm test" for details.\n`,
    );
    return 1;
  } finally {
    await cleanup.close();
  }
}

process.exitCode = await main(process.argv.slice(2));
