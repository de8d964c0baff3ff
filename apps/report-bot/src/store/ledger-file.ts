import { createWriteStream, existsSync, renameSync, rmSync } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { readError, UserError } from '../system/errors.ts';
import { streamRegularFile } from '../system/files.ts';
import type { LedgerRows, RowBatch } from './ledger-rows.ts';

/*
 * A gzip of lines: the head; for each batch ["table", number] and so many rows; at last ["end", number of all rows].
 * gzip finds a damaged byte, and the last line a missing part.
 */

/** The first field of the head. */
const format = 'answershare-ledger-1';

/** A row has half a million characters at most. */
const maxLineBytes = 64 * 1024 * 1024;

/** Writes a ledger to a new file of this user. It appears whole or not at all. */
export async function writeLedgerFile(path: string, { head, batches }: LedgerRows): Promise<number> {
  if (existsSync(path)) throw createExistsError(path);
  const unfinished = `${path}.unfinished`;
  let total = 0;
  async function* formatLines(): AsyncGenerator<string> {
    yield `${JSON.stringify({ format, ...head })}\n`;
    for await (const { table, rows } of batches) {
      total += rows.length;
      yield `${JSON.stringify([table, rows.length])}\n${rows.join('\n')}\n`;
    }
    yield `${JSON.stringify(['end', total])}\n`;
  }
  try {
    rmSync(unfinished, { force: true });
    await pipeline(
      formatLines,
      createGzip({ level: 4 }),
      createWriteStream(unfinished, { flags: 'wx', mode: 0o600, flush: true }),
    );
    if (existsSync(path)) throw createExistsError(path);
    renameSync(unfinished, path);
  } catch (thrown) {
    rmSync(unfinished, { force: true });
    throw thrown;
  }
  return total;
}

const createExistsError = (path: string): UserError =>
  new UserError(`The file ${path} exists, and a backup overwrites nothing. Name another file.`);

/** Opens a file of {@link writeLedgerFile}. Its batches throw for a damaged file. */
export async function openLedgerFile(path: string): Promise<LedgerRows> {
  const lines = readLines(path);
  const head = parseLine((await lines.next()).value ?? '', path) as { format?: unknown } & LedgerRows['head'];
  if (head.format !== format) throw createDamagedError(path, 'it does not begin as one');
  return { head, batches: readBatches(lines, path) };
}

async function* readBatches(lines: AsyncIterator<string>, path: string): AsyncGenerator<RowBatch> {
  for (let total = 0; ; ) {
    const [table, count] = parseLine((await lines.next()).value ?? '', path) as [unknown, unknown];
    if (typeof table !== 'string' || !Number.isSafeInteger(count))
      throw createDamagedError(path, 'its lines are not in order');
    if (table === 'end') {
      if (count !== total) throw createDamagedError(path, `it has ${total} of its ${count} rows`);
      return;
    }
    const rows: string[] = [];
    while (rows.length < (count as number)) {
      const { value, done } = await lines.next();
      if (done === true || !value.startsWith('{'))
        throw createDamagedError(path, 'its lines are not in order');
      rows.push(value);
    }
    total += rows.length;
    yield { table, rows };
  }
}

/** The lines of a gzip. A text may hold other line ends than \n, which a reader of lines would take for one. */
async function* readLines(path: string): AsyncGenerator<string, undefined> {
  const source = streamRegularFile(path);
  if ('why' in source)
    throw new UserError(`The file ${path} ${source.why}. Name a file that "answershare backup" wrote.`);
  const text = createGunzip();
  source.once('error', (error) => text.destroy(error));
  let parts: Buffer[] = [];
  let length = 0;
  try {
    for await (const chunk of source.pipe(text) as AsyncIterable<Buffer>) {
      let from = 0;
      for (let end = chunk.indexOf(10); end >= 0; end = chunk.indexOf(10, from)) {
        yield Buffer.concat([...parts, chunk.subarray(from, end)]).toString('utf8');
        parts = [];
        length = 0;
        from = end + 1;
      }
      parts.push(chunk.subarray(from));
      length += chunk.length - from;
      if (length > maxLineBytes) throw createDamagedError(path, 'a line is too long');
    }
  } catch (thrown) {
    if (thrown instanceof UserError) throw thrown;
    const { code, message } = readError(thrown);
    if (code?.startsWith('Z_') !== true) throw new UserError(`The file ${path} cannot be read: ${message}.`);
    throw createDamagedError(path, message);
  } finally {
    source.destroy();
    text.destroy();
  }
}

function parseLine(line: string, path: string): object {
  try {
    return Object(JSON.parse(line));
  } catch {
    throw createDamagedError(path, 'its lines are not in order');
  }
}

const createDamagedError = (path: string, why: string): UserError =>
  new UserError(`${path} is not a whole backup of answershare: ${why}. Nothing was written.`);
