import { dirname } from 'node:path';
import { Readable } from 'node:stream';
import { isApiError } from '@answershare/core';
import { Command, CommanderError } from 'commander';
import { Complaint, type ExitCode } from '../complaint.ts';
import { diskFull, isDiskFull } from '../disk-full.ts';
import type { Ending } from '../ending.ts';
import { hideEnvironment } from '../secrets/environment.ts';
import type { Redactor } from '../secrets/redactor.ts';
import type { Environment } from '../settings/references.ts';
import { batch } from './batch.ts';
import { type Context, openContext, type Stores, type Streams } from './context.ts';
import { meetingCommands } from './meeting/commands.ts';
import type { SettleOptions } from './settle.ts';
import type { SnapshotOptions } from './snapshot.ts';
import { clockFrom } from './time.ts';
import { refuseKeys, usageComplaint } from './usage.ts';

/** The process around the commands. */
export interface Outside {
  readonly stores: Stores;
  readonly ending: Ending;
  readonly environment: Environment;
  readonly redactor: Redactor;
  /** Null where standard input is taken already. */
  readonly input: Readable | null;
}

interface Common {
  readonly config: string;
  readonly now?: string;
  readonly json?: boolean;
}

/**
 * Runs one command line. Every failure is one message on `streams.err`; the exit code is 1, or 2 for usage and settings.
 * Secrets are taken out of all that is written.
 */
export async function runCommand(
  argv: readonly string[],
  written: Streams,
  outside: Outside,
): Promise<0 | ExitCode> {
  const { stores, ending, environment, input, redactor } = outside;
  const clean = (write: (text: string) => void) => (text: string) => write(redactor.redact(text));
  const streams = { out: clean(written.out), err: clean(written.err), notice: clean(written.notice) };
  hideEnvironment(redactor, environment);
  const context = openContext(streams, stores, ending, environment, input, redactor);
  let exitCode: 0 | ExitCode = 0;
  const settle = (code: 0 | ExitCode): void => {
    exitCode = code;
  };
  const { notice } = streams;
  const again = (line: readonly string[], inner: Omit<Streams, 'notice'>): Promise<0 | ExitCode> =>
    runCommand(line, { ...inner, notice }, { ...outside, input: null });
  try {
    refuseKeys(argv);
    learnSecrets(argv, context);
    await program(context, streams, settle, (keepGoing) =>
      batch(context, outside.input ?? Readable.from([]), again, keepGoing),
    ).parseAsync([...argv], { from: 'user' });
    return exitCode;
  } catch (thrown) {
    return failure(context, thrown);
  }
}

/**
 * Hides what a `.env` file holds before anything is said about the command line. One that cannot be read holds nothing that
 * could be said, and the command that needs it complains.
 */
function learnSecrets(argv: readonly string[], context: Context): void {
  const at = argv.findIndex((word) => /^--config(=|$)/.test(word));
  const config = argv[at]?.slice('--config='.length) || argv[at + 1];
  try {
    context.variables(dirname(at < 0 || config === undefined ? './answershare.yaml' : config));
  } catch (thrown) {
    if (!(thrown instanceof Complaint)) throw thrown;
  }
}

function failure(context: Context, thrown: unknown): 0 | ExitCode {
  if (thrown instanceof CommanderError) {
    if (thrown.exitCode === 0) return 0;
    if (thrown.code !== 'commander.help') context.complain(usageComplaint(thrown));
    return 2;
  }
  if (thrown instanceof Complaint) {
    context.complain(thrown.message);
    return thrown.exitCode;
  }
  if (isApiError(thrown)) {
    context.complain(thrown.message);
    // Refused before anything was sent: an address or a key of wrong format.
    return thrown.owner === 'caller' && thrown.status === null && /^(auth\.|transport$)/.test(thrown.kind)
      ? 2
      : 1;
  }
  context.complain(isDiskFull(thrown) ? diskFull(thrown).message : unforeseen(thrown));
  return 1;
}

/** What a fault of the program says; no stack, which would show a person nothing to do. */
export function unforeseen(thrown: unknown): string {
  const { message } = (thrown ?? {}) as { message?: string };
  return `Something unforeseen went wrong: ${(message ?? String(thrown)).replace(/\.$/, '')}. The ledger is as the last finished step left it; run the command again.`;
}

function program(
  context: Context,
  streams: Streams,
  settle: (code: 0 | ExitCode) => void,
  runBatch: (keepGoing: boolean) => Promise<0 | ExitCode>,
): Command {
  const root = new Command('answershare')
    .description('Authority, AI citations and share of voice in the weekly mail.')
    .exitOverride()
    .configureOutput({
      writeOut: (text) => streams.out(text),
      writeErr: (text) => streams.err(text),
      outputError: () => undefined,
    });
  const command = (name: string, about: string): Command =>
    root.command(name).description(about).option('--config <file>', 'settings file', './answershare.yaml');
  const timed = (name: string, about: string): Command =>
    command(name, about).option('--now <instant>', 'act as if it were this instant, ISO 8601');
  const json = ['--json', 'print JSON'] as const;

  command('init', 'write a commented settings file and .env.example').action(async (options: Common) => {
    const { init } = await import('./init.ts');
    settle(await init(context, options.config));
  });
  timed('check', 'check settings, key, websites and mail server')
    .option(...json)
    .action(async (options: Common) => {
      const { check } = await import('./check.ts');
      settle(await check(context, options.config, clockFrom(options.now), options.json === true));
    });
  meetingCommands(root, context, settle);
  timed('snapshot', "take today's snapshot of the websites")
    .option('--forget-future', 'remove the snapshots that lie in the future, and ask nothing')
    .option(...json)
    .action(async (options: Common & SnapshotOptions) => {
      const clock = clockFrom(options.now);
      const { snapshot } = await import('./snapshot.ts');
      settle(await snapshot(context, options.config, clock, options));
    });
  timed('preview', 'write a digest as html, txt and eml without sending')
    .option('--week <week>', 'ISO week, 2026-W47; default the last complete one')
    .option('--schedule <id>', 'only this schedule')
    .option('--out <folder>', 'where to write', './answershare-preview')
    .option(...json)
    .action(async (options: Common) => {
      const { preview } = await import('./preview.ts');
      settle(await preview(context, options.config, options));
    });
  timed('run', 'plan, compose and send what is due, once')
    .option('--week <week>', 'this ISO week instead of what is due')
    .option('--schedule <id>', 'only this schedule')
    .option('--dry-run', 'say what would be sent, write nothing')
    .option('--to <address>', 'send a marked copy to this address only, outside the ledger')
    .option(...json)
    .action(async (options: Common) => {
      const { run } = await import('./run.ts');
      settle(await run(context, options.config, options));
    });
  timed('start', 'keep running: daily snapshots and digests when due').action(async (options: Common) => {
    const clock = clockFrom(options.now);
    const { start } = await import('./start.ts');
    settle(await start(context, options.config, clock));
  });
  timed('list', 'schedules, runs and deliveries')
    .option(...json)
    .action(async (options: Common) => {
      const clock = clockFrom(options.now);
      const { list } = await import('./list.ts');
      settle(await list(context, options.config, clock, options.json === true));
    });
  timed('settle [id]', 'decide on uncertain mails')
    .requiredOption('--as <state>', 'sent (it arrived) or ready (send it again)')
    .option('--all', 'all uncertain mails of the week that --week names')
    .option('--week <week>', 'ISO week, 2026-W47')
    .action(async (id: string | undefined, options: Common & SettleOptions) => {
      const { settle: settleMail } = await import('./settle.ts');
      settle(await settleMail(context, options.config, id, options, clockFrom(options.now)));
    });
  root
    .command('batch')
    .description('run the command lines of standard input in this one process')
    .option('--keep-going', 'go on after a failure')
    .action(async (options: { keepGoing?: boolean }) => settle(await runBatch(options.keepGoing === true)));
  return root;
}
