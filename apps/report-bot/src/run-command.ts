import { dirname } from 'node:path';
import { Readable } from 'node:stream';
import { isApiError } from '@answershare/core';
import { CommanderError } from 'commander';
import { runBatch } from './cli/commands/batch.ts';
import { type Context, defaultConfig, openContext, type Stores } from './cli/io/context.ts';
import { adviseHelp, findProgramName, renameProgram } from './cli/io/help.ts';
import type { Streams } from './cli/io/terminal.ts';
import { createProgram } from './program.ts';
import { explainFault, isServerFault } from './store/postgres-faults.ts';
import {
  type ExitCode,
  isDiskFull,
  readError,
  toDiskFullError,
  UsageError,
  UserError,
} from './system/errors.ts';
import { type Environment, hideEnvironment, type Redactor } from './system/redactor.ts';
import type { Shutdown } from './system/shutdown.ts';
import { dropPeriod } from './system/text.ts';

/** The parser's error without words of the command line: a secret may be among them. Its place names a faulty option. */
function formatUsageError(
  { code, message }: CommanderError,
  argv: readonly string[],
  advice: string,
): string {
  const place = argv.findIndex((word) => word !== '' && message.includes(`'${word}'`)) + 1;
  const what =
    {
      'commander.unknownCommand': 'There is no such command.',
      'commander.unknownOption': `There is no such option: word ${place} of the command line.`,
      'commander.excessArguments': 'There are too many arguments.',
    }[code] ?? `${message.replace(/^error: (.)/, (_, first: string) => first.toUpperCase())}.`;
  const near = /\(Did you mean [^)]*\)$/.exec(message)?.[0];
  return `${what}${near === undefined ? '' : ` ${near}`}\n${advice}`;
}

const apiKeyPattern = /(?<![a-z0-9])rsc?_(?:live|test)_(?=[a-z]*\d)[a-z0-9]{16,}/i;

/** Rejects a key on the command line: others can see it, and it may be part of a file name or address. */
function rejectKeys(argv: readonly string[]): void {
  if (!argv.some((word) => apiKeyPattern.test(word))) return;
  throw new UsageError(
    'An argument holds an API key. Other users of this machine can see command lines, and shells keep them. Revoke that key, create a new one, and put it into ANSWERSHARE_API_KEY or a variable that --key-env names.',
  );
}

/** The process around a command. */
interface CommandEnvironment {
  readonly stores: Stores;
  readonly shutdown: Shutdown;
  readonly environment: Environment;
  readonly redactor: Redactor;
  /** Null if standard input is used already. */
  readonly input: Readable | null;
  /** Files of which this process warned. */
  readonly warned?: Set<string>;
}

/**
 * Runs one command line. A failure prints one message on `streams.err`. Exits 1, or 2 for usage and settings.
 * Redacts all output.
 */
export async function runCommand(
  argv: readonly string[],
  written: Streams,
  processEnvironment: CommandEnvironment,
): Promise<ExitCode> {
  const { environment, redactor } = processEnvironment;
  const name = findProgramName(environment);
  const streams = cleanStreams(written, (text) => redactor.redact(text), name);
  hideEnvironment(redactor, environment);
  const { warned = new Set() } = processEnvironment;
  const context = openContext({
    ...processEnvironment,
    warned,
    streams,
    reveal: written.out,
    program: name,
    json: argv.includes('--json'),
  });
  let exitCode: ExitCode = 0;
  const setExitCode = (code: ExitCode): void => {
    exitCode = code;
  };
  const none = (): void => undefined;
  const again = (line: readonly string[], { out, err }: Pick<Streams, 'out' | 'err'>): Promise<ExitCode> => {
    const inner = { out, err, report: out, notice: streams.notice, hint: none, progress: none };
    return runCommand(line, inner, { ...processEnvironment, warned, input: null });
  };
  const program = createProgram(name, context, streams, setExitCode, (keepGoing) =>
    runBatch(context, processEnvironment.input ?? Readable.from([]), again, { keepGoing }),
  );
  try {
    rejectKeys(argv);
    // Not before: --version and --help read no file.
    program.hook('preAction', () => hideConfiguredSecrets(argv, context));
    await program.parseAsync([...argv], { from: 'user' });
    return exitCode;
  } catch (thrown) {
    if (thrown instanceof CommanderError && thrown.exitCode !== 0) hideConfiguredSecrets(argv, context);
    return reportFailure(context, thrown, argv, () => adviseHelp(program, argv));
  } finally {
    streams.progress(null);
  }
}

/** Streams without secrets. Messages call the program as the user does. */
function cleanStreams(written: Streams, redact: (text: string) => string, name: string): Streams {
  const print = (write: (text: string) => void) => (text: string) => write(redact(text));
  const explain = (write: (text: string) => void) => print((text) => write(renameProgram(text, name)));
  return {
    out: print(written.out),
    report: explain(written.report),
    err: explain(written.err),
    notice: explain(written.notice),
    hint: print(written.hint),
    progress: (text) => written.progress(text === null ? null : redact(text)),
  };
}

/** Hides the values of a `.env` file before any output. The command itself reports an unreadable file. */
function hideConfiguredSecrets(argv: readonly string[], context: Context): void {
  const at = argv.findIndex((word) => /^--config(=|$)/.test(word));
  const config = argv[at]?.slice('--config='.length) || argv[at + 1];
  try {
    context.variables(dirname(at < 0 || config === undefined ? defaultConfig : config));
  } catch (thrown) {
    if (!(thrown instanceof UserError)) throw thrown;
  }
}

function reportFailure(
  context: Context,
  thrown: unknown,
  argv: readonly string[],
  advise: () => string,
): ExitCode {
  if (thrown instanceof CommanderError) {
    if (thrown.exitCode === 0) return 0;
    if (thrown.code !== 'commander.help') context.writeError(formatUsageError(thrown, argv, advise()));
    return 2;
  }
  if (thrown instanceof UserError) {
    context.writeError(thrown.message);
    return thrown.exitCode;
  }
  if (isApiError(thrown)) {
    context.writeError(thrown.message);
    // An invalid address or key was refused before a request.
    return thrown.owner === 'caller' && thrown.status === null && /^(auth\.|transport$)/.test(thrown.kind)
      ? 2
      : 1;
  }
  if (isServerFault(thrown)) {
    context.writeError(
      `PostgreSQL reports a fault: ${explainFault(thrown)} The ledger is as the last finished step left it.`,
    );
    return 1;
  }
  context.writeError(isDiskFull(thrown) ? toDiskFullError(thrown).message : formatUnexpectedError(thrown));
  return 1;
}

/** The message of a program error, without a stack: it would not help the user. */
export function formatUnexpectedError(thrown: unknown): string {
  return `Something unforeseen went wrong: ${dropPeriod(readError(thrown).message)}. The ledger is as the last finished step left it; run the command again.`;
}
