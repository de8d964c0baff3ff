import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { Complaint, type ExitCode } from '../complaint.ts';
import { words } from './command-line.ts';
import type { Context, Streams } from './context.ts';

type Gathered = Omit<Streams, 'notice'>;

/** Runs one command line in this process and gives its exit code. */
export type Runner = (argv: readonly string[], streams: Gathered) => Promise<0 | ExitCode>;

/**
 * Runs each line of `input` with the store held open and prints one JSON line a result, with the number of the line: its words
 * may hold a secret. Ends at the first failure.
 */
export async function batch(
  context: Context,
  input: Readable,
  run: Runner,
  keepGoing: boolean,
): Promise<0 | ExitCode> {
  let worst: 0 | ExitCode = 0;
  let line = 0;
  for await (const written of createInterface({ input })) {
    line += 1;
    const text = written.trim();
    if (text === '' || text.startsWith('#')) continue;
    const output: string[] = [];
    const collect = (piece: string): void => {
      output.push(piece);
    };
    const exitCode = await one(text, run, { out: collect, err: collect });
    context.write(JSON.stringify({ line, exitCode, output: output.join('').replace(/\n$/, '') }));
    if (exitCode !== 0) worst = exitCode;
    if (exitCode !== 0 && !keepGoing) break;
  }
  return worst;
}

async function one(line: string, run: Runner, streams: Gathered): Promise<0 | ExitCode> {
  try {
    const argv = words(line);
    if (argv[0] === 'batch' || argv[0] === 'start')
      throw new Complaint(`"${argv[0]}" cannot run inside a batch. Start it by itself.`, 2);
    return await run(argv[0] === 'answershare' ? argv.slice(1) : argv, streams);
  } catch (thrown) {
    if (!(thrown instanceof Complaint)) throw thrown;
    streams.err(`${thrown.message}\n`);
    return thrown.exitCode;
  }
}
