import { Readable } from 'node:stream';
import { openStores } from '../../src/cli/io/context.ts';
import type { Streams } from '../../src/cli/io/terminal.ts';
import { runCommand } from '../../src/run-command.ts';
import { createQueue } from '../../src/system/queue.ts';
import { createRedactor, type Environment } from '../../src/system/redactor.ts';
import type { Finished } from './process.ts';

export interface Line {
  readonly args: readonly string[];
  readonly folder: string;
  readonly environment: Environment;
  readonly input: string;
}

export const none = (): void => undefined;

/** For a program whose commands are listed, not run. */
export const silentStreams: Streams = {
  out: none,
  report: none,
  err: none,
  notice: none,
  hint: none,
  progress: none,
};

/** The working folder belongs to the process, so that one command runs at a time. */
const inOrder = createQueue();

/** Runs one command line of the sources in this process, with everything around it as its arguments give it. */
export function runInProcess(line: Line): Promise<Finished> {
  return inOrder(() => runIn(line));
}

async function runIn({ args, folder, environment, input }: Line): Promise<Finished> {
  let [out, err] = ['', ''];
  const complain = (text: string): void => {
    err += text;
  };
  const print = (text: string): void => {
    out += text;
  };
  const redactor = createRedactor();
  const stores = openStores(redactor.redact);
  const { signal } = new AbortController();
  const outside = {
    stores,
    shutdown: { ended: signal, late: signal },
    environment,
    input: Readable.from([Buffer.from(input)], { objectMode: false }),
    redactor,
  };
  const streams = {
    ...silentStreams,
    out: print,
    report: print,
    err: complain,
    notice: complain,
    hint: complain,
  };
  const before = process.cwd();
  process.chdir(folder);
  try {
    const code = await runCommand(args, streams, outside);
    return { code, signal: null, out, err };
  } finally {
    await stores.close();
    process.chdir(before);
  }
}
