import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { Transform, Writable } from 'node:stream';
import { StringDecoder } from 'node:string_decoder';
import {
  INTERNAL_ERROR,
  INVALID_REQUEST,
  isSpecType,
  JSONRPC_VERSION,
  PARSE_ERROR,
} from '@modelcontextprotocol/server';
import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio';
import { createResourceReader } from '../../collect/resource-reader.ts';
import { formatKeyNotice } from '../../collect/service-profile.ts';
import { toLocalDate } from '../../schedule/iso-week.ts';
import type { BotSettings, StoreLocation } from '../../settings/settings.ts';
import { type ExitCode, UserError } from '../../system/errors.ts';
import { createQueue } from '../../system/queue.ts';
import type { Context } from '../io/context.ts';
import { createToolServer, type LedgerAccess } from '../io/mcp-tools.ts';
import { type CommonOptions, parseClock } from '../io/options.ts';

/** Serves the Model Context Protocol on standard input and output, until the input ends or a signal comes. */
export async function serveMcp(context: Context, options: CommonOptions): Promise<ExitCode> {
  const clock = parseClock(options.now);
  clock();
  const input = context.input();
  const output = openOutput(context);
  const writeError = createErrorWriter(output);
  const messages = input.pipe(createMessageParser(writeError));
  const closed = new AbortController();
  for (const event of ['end', 'close']) messages.once(event, () => closed.abort());
  const ended = AbortSignal.any([context.ended, closed.signal]);
  ended.addEventListener('abort', () => {
    input.unpipe(messages).pause();
    messages.end();
  });
  const settings = await readSettings(context, options, messages, writeError);
  const { services, names, store, schedules: weekly, alerts } = settings;
  const schedules = [...weekly, ...alerts];
  const ledger = openLedger(context, store);
  const reader = createResourceReader({
    services,
    names,
    now: clock,
    today: () => toLocalDate(clock(), 'UTC'),
    withLedger: (work) => ledger.attempt(({ db }) => work(db)),
    ended,
    onRequest: (endpoint) => context.notice(`Request: ${endpoint}`),
  });
  for (const { url } of services) context.notice(formatKeyNotice(url));
  const handle = serveStdio(
    () => createToolServer({ reader, ledger, schedules: async () => schedules, clock }),
    {
      transport: new StdioServerTransport(messages, output),
      onerror: ({ message }) => context.writeError(message),
    },
  );
  if (!ended.aborted) await once(ended, 'abort');
  await handle.close();
  return 0;
}

/** The settings. Their fault is the answer to each request up to `initialize`, and then the fault of the command. */
async function readSettings(
  context: Context,
  { config }: CommonOptions,
  messages: Transform,
  writeError: WriteError,
): Promise<BotSettings> {
  try {
    return context.settings(config);
  } catch (thrown) {
    if (!(thrown instanceof UserError)) throw thrown;
    for await (const line of messages) {
      const { id, method } = JSON.parse(String(line));
      if (id !== undefined) writeError(id, INTERNAL_ERROR, thrown.message);
      if (method === 'initialize') break;
    }
    throw thrown;
  }
}

type WriteError = (id: string | number | null, code: number, message: string) => void;

const createErrorWriter =
  (output: Writable): WriteError =>
  (id, code, message) =>
    void output.write(`${JSON.stringify({ jsonrpc: JSONRPC_VERSION, id, error: { code, message } })}\n`);

const maxLineLength = 1_000_000;

/** Passes the lines on that are messages of JSON-RPC, and refuses the others. The rest of a long line is not kept. */
function createMessageParser(writeError: WriteError): Transform {
  let line = '';
  let isLong = false;
  const parse = (): string | null => {
    if (isLong) writeError(null, INVALID_REQUEST, `A line has at most ${maxLineLength} characters.`);
    else if (line.trim() !== '')
      try {
        const message: unknown = JSON.parse(line);
        if (isSpecType.JSONRPCMessage(message)) return `${line}\n`;
        writeError(null, INVALID_REQUEST, 'The line is no message of JSON-RPC 2.0.');
      } catch {
        writeError(null, PARSE_ERROR, 'The line is not JSON.');
      }
    return null;
  };
  const decoder = new StringDecoder('utf8');
  return new Transform({
    readableObjectMode: true,
    transform(chunk: Buffer, _encoding, done) {
      for (const [at, piece] of decoder.write(chunk).split('\n').entries()) {
        if (at > 0) {
          const message = parse();
          if (message !== null) this.push(Buffer.from(message));
          [line, isLong] = ['', false];
        }
        isLong ||= line.length + piece.length > maxLineLength;
        line = isLong ? '' : line + piece;
      }
      done();
    },
  });
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
