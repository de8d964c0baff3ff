import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { type ExitCode, UsageError, UserError } from '../../system/errors.ts';
import type { Context } from '../io/context.ts';
import type { Streams } from '../io/terminal.ts';

/** Splits a line into words as a shell does, with single and double quotes. */
function splitCommandLine(line: string): string[] {
  const found: string[] = [];
  const part = /\s*(?:"((?:[^"\\]|\\.)*)"|'([^']*)'|((?:[^\s"'\\]|\\.)+))(?=\s|$)/y;
  const text = line.trim();
  let at = 0;
  while (at < text.length) {
    part.lastIndex = at;
    const match = part.exec(text);
    if (match === null)
      throw new UsageError(
        'The line has a quote that does not close or is inside a word. Quote whole words.',
      );
    const [, double, single, plain] = match;
    found.push(single ?? (double ?? plain ?? '').replace(/\\(.)/g, '$1'));
    at = part.lastIndex;
  }
  return found;
}

type BatchStreams = Pick<Streams, 'out' | 'err'>;

/** Runs one command line in this process. */
type CommandRunner = (argv: readonly string[], streams: BatchStreams) => Promise<ExitCode>;

/**
 * Runs each line of `input` with an open store. Prints one JSON line per result, with its line number instead of
 * its words: they may contain a secret. Stops at the first failure.
 */
export async function runBatch(
  context: Context,
  input: Readable,
  run: CommandRunner,
  { keepGoing }: { readonly keepGoing: boolean },
): Promise<ExitCode> {
  let worst: ExitCode = 0;
  let line = 0;
  for await (const written of createInterface({ input })) {
    line += 1;
    const text = written.trim();
    if (text === '' || text.startsWith('#')) continue;
    const output: string[] = [];
    const collect = (piece: string): void => {
      output.push(piece);
    };
    const exitCode = await runLine(text, run, { out: collect, err: collect });
    context.write(JSON.stringify({ line, exitCode, output: output.join('').replace(/\n$/, '') }));
    if (exitCode !== 0) worst = exitCode;
    if (exitCode !== 0 && !keepGoing) break;
  }
  return worst;
}

async function runLine(line: string, run: CommandRunner, streams: BatchStreams): Promise<ExitCode> {
  try {
    const argv = splitCommandLine(line);
    if (argv[0] === 'batch' || argv[0] === 'start')
      throw new UsageError(`"${argv[0]}" cannot run inside a batch. Run it separately.`);
    return await run(argv[0] === 'answershare' ? argv.slice(1) : argv, streams);
  } catch (thrown) {
    if (!(thrown instanceof UserError)) throw thrown;
    streams.err(`${thrown.message}\n`);
    return thrown.exitCode;
  }
}
