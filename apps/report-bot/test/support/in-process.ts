import { join, resolve } from 'node:path';
import { Readable } from 'node:stream';
import { redact as redactKeys } from '@answershare/core';
import { openStores, type Stores } from '../../src/cli/io/context.ts';
import type { Streams } from '../../src/cli/io/terminal.ts';
import { runCommand } from '../../src/run-command.ts';
import type { StoreLocation } from '../../src/settings/settings.ts';
import { openStore, type Store, type StoreUse } from '../../src/store/store.ts';
import { createQueue } from '../../src/system/queue.ts';
import { createRedactor, type Environment, type Redactor } from '../../src/system/redactor.ts';
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

/** The database that the last command used. To open one anew takes longer than most commands. */
let open: { readonly folder: string; readonly store: Store; redact: Redactor['redact'] } | null = null;

async function closeOpenStore(): Promise<void> {
  const last = open;
  open = null;
  await last?.store.close();
}

/** The stores of one command. */
function reuseStore(redact: Redactor['redact']): { readonly stores: Stores; end(): Promise<void> } {
  const others = openStores(redact);
  const shared: Store[] = [];
  let own: { readonly folder: string; readonly store: Promise<Store> } | null = null;
  const reopen = async (folder: string, use: StoreUse): Promise<Store> => {
    if (open?.folder === folder) {
      open.redact = redact;
      return open.store;
    }
    await closeOpenStore();
    const store = await openStore({ folder }, (text) => (open ?? { redact }).redact(text), use);
    // A shared one ends with its holder.
    if (store.isShared) shared.push(store);
    else open = { folder, store, redact };
    return store;
  };
  return {
    stores: {
      open: (location, use) => {
        if (!('folder' in location)) return others.open(location, use);
        const folder = resolve(location.folder);
        own ??= {
          folder,
          store: reopen(folder, use).catch((thrown) => {
            own = null;
            throw thrown;
          }),
        };
        return own.folder === folder ? own.store : others.open(location, use);
      },
      close: async () => {
        await others.close();
        own = null;
        await closeOpenStore();
      },
    },
    end: async () => {
      await others.close();
      for (const store of shared) await store.close();
    },
  };
}

/** Closes a database below this folder, so that another process can open it. */
export function releaseFolder(folder: string): Promise<void> {
  return inOrder(async () => {
    if (open?.folder.startsWith(join(folder, '/'))) await closeOpenStore();
  });
}

/** Reads or writes the database of a bot between two commands. */
export function inStore<T>(location: StoreLocation, work: (store: Store) => Promise<T>): Promise<T> {
  return inOrder(async () => {
    const { stores, end } = reuseStore(redactKeys);
    try {
      return await work(await stores.open(location, 'shared'));
    } finally {
      await end();
    }
  });
}

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
  const { stores, end } = reuseStore(redactor.redact);
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
    await end();
    process.chdir(before);
  }
}
