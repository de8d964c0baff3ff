import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { Closing } from './demo/closing.ts';
import { type JsonReport, jsonForm } from './demo/json-report.ts';
import { defaultFolder } from './demo/output-folder.ts';
import { progressOn } from './demo/progress.ts';
import { type Demo, runDemo, toFirst } from './demo/run-demo.ts';
import { formTable, lastScreen } from './demo/screen.ts';

const USAGE = `Usage: demo [--once] [--json] [--out FOLDER]
  --once  end when everything is done, instead of keeping the pages open
  --json  with --once: print one JSON object on stdout, progress on stderr
  --out   where the mails are written; default demo-output`;

interface Order {
  readonly once: boolean;
  readonly json: boolean;
  readonly out: string;
}

function read(argv: string[]): Order {
  const { values } = parseArgs({
    args: argv,
    options: {
      once: { type: 'boolean', default: false },
      json: { type: 'boolean', default: false },
      out: { type: 'string', default: defaultFolder },
    },
  });
  if (values.json && !values.once)
    throw new TypeError('--json needs --once: the JSON is printed at the end.');
  return { ...values, out: resolve(values.out) };
}

async function demo({ once, json, out }: Order, closing: Closing, stop: AbortSignal): Promise<void> {
  const progress = progressOn(json ? process.stderr : process.stdout, stop);
  const done = await runDemo(out, progress, closing, (form) => {
    if (!json) process.stdout.write(formTable(form));
  });
  if (json) process.stdout.write(`${JSON.stringify(report(done))}\n`);
  else process.stdout.write(lastScreen(done, !once));
  if (!once && !stop.aborted) await new Promise((resolve) => stop.addEventListener('abort', resolve));
}

function report(done: Demo): JsonReport {
  const [first, second] = done.forms;
  if (first === undefined || second === undefined)
    throw new Error('The demo has shown fewer than two Forms.');
  return {
    forms: { '1': jsonForm(first), '2': jsonForm(second) },
    digest: {
      subject: toFirst(done.mails).subject,
      figures: done.figures,
      requests: done.digestRequests,
      recipients: done.mails.flatMap(({ recipients }) => recipients).sort(),
    },
    files: done.files,
    urls: done.urls,
  };
}

/** Gives the exit code. A stop by SIGINT or SIGTERM is an orderly end, whatever it interrupts. */
async function main(argv: string[]): Promise<number> {
  let order: Order;
  try {
    order = read(argv);
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n${USAGE}\n`);
    return 2;
  }
  const closing = new Closing();
  const stop = new AbortController();
  // One Ctrl-C may come twice: from the terminal and from the npm that started this.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => stop.abort());
  const stopped = new Promise<void>((resolve) => stop.signal.addEventListener('abort', () => resolve()));
  const running = closing.during(demo(order, closing, stop.signal));
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
    await closing.close();
  }
}

process.exitCode = await main(process.argv.slice(2));
