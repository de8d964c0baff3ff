import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { Writable } from 'node:stream';
import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio';
import { createResourceReader } from '../../collect/resource-reader.ts';
import { formatKeyNotice } from '../../collect/service-profile.ts';
import { toLocalDate } from '../../schedule/iso-week.ts';
import type { StoreLocation } from '../../settings/settings.ts';
import { type ExitCode, UserError } from '../../system/errors.ts';
import { createQueue } from '../../system/queue.ts';
import type { Context } from '../io/context.ts';
import { createToolServer, type LedgerAccess } from '../io/mcp-tools.ts';
import { type CommonOptions, parseClock } from '../io/options.ts';

/** Serves the Model Context Protocol on standard input and output, until the input ends or a signal comes. */
export async function serveMcp(context: Context, options: CommonOptions): Promise<ExitCode> {
  const clock = parseClock(options.now);
  clock();
  const { service, store, schedules: weekly, alerts } = context.settings(options.config);
  const schedules = [...weekly, ...alerts];
  const input = context.input();
  const closed = new AbortController();
  for (const event of ['end', 'close']) input.once(event, () => closed.abort());
  const ended = AbortSignal.any([context.ended, closed.signal]);
  const ledger = openLedger(context, store);
  const reader = createResourceReader({
    service,
    now: clock,
    today: () => toLocalDate(clock(), 'UTC'),
    withLedger: (work) => ledger.attempt(({ db }) => work(db)),
    ended,
    onRequest: (endpoint) => context.notice(`Request: ${endpoint}`),
  });
  context.notice(formatKeyNotice(service.url));
  const handle = serveStdio(() => createToolServer({ reader, ledger, schedules, clock }), {
    transport: new StdioServerTransport(input, openOutput(context)),
    onerror: ({ message }) => context.writeError(message),
  });
  if (!ended.aborted) await once(ended, 'abort');
  await handle.close();
  return 0;
}

/** Standard output, one message a line, without secrets. */
function openOutput(context: Context): Writable {
  return new Writable({
    decodeStrings: false,
    write: (line, _encoding, done) => {
      context.write(String(line).trimEnd());
      done();
    },
  });
}

/** The ledger, open only while it is used: between two questions another process may hold its folder. */
function openLedger(context: Context, location: StoreLocation): LedgerAccess {
  const inOrder = createQueue();
  const isMissing = (): boolean => 'folder' in location && !existsSync(location.folder);
  const use: LedgerAccess['use'] = (work) =>
    inOrder(async () => {
      if (isMissing())
        throw new UserError('There are no snapshots yet. Take the first with "answershare snapshot".');
      const store = await context.store(location);
      try {
        return await work(store);
      } finally {
        await context.closeStores();
      }
    });
  return {
    use,
    attempt: async (work) => {
      try {
        return isMissing() ? null : await use(work);
      } catch (thrown) {
        if (!(thrown instanceof UserError)) throw thrown;
        context.notice(thrown.message);
        return null;
      }
    },
  };
}
