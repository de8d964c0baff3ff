import { randomBytes } from 'node:crypto';
import type { MailFile } from '../message/body.ts';
import type { BodyRow, Database } from './tables.ts';

export async function saveFiles(db: Database, files: readonly MailFile[]): Promise<void> {
  if (files.length === 0) return;
  await db
    .insertInto('file')
    .values(
      files.map(({ cid, filename, contentType, content, disposition }) => ({
        cid,
        filename,
        content_type: contentType,
        content: Buffer.from(content).toString('base64'),
        disposition,
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

const listFileIds = ({ attachments }: BodyRow): string[] => JSON.parse(attachments) as string[];

/** Bytes of files in memory; beyond them it starts anew. */
const maxCachedBytes = 4_000_000;

/** Reads files of bodies. Keeps them, because the bodies of a run share them. */
export function createFileReader(db: Database): (body: BodyRow) => Promise<readonly MailFile[]> {
  const known = new Map<string, MailFile>();
  let bytes = 0;
  return async (body) => {
    const cids = listFileIds(body);
    if (bytes > maxCachedBytes) {
      known.clear();
      bytes = 0;
    }
    if (cids.some((cid) => !known.has(cid))) {
      const rows = await db.selectFrom('file').selectAll().where('cid', 'in', cids).execute();
      for (const { content_type: contentType, content: text, ...row } of rows) {
        const content = Buffer.from(text, 'base64');
        if (!known.has(row.cid)) bytes += content.length;
        known.set(row.cid, { ...row, contentType, content });
      }
    }
    return cids.flatMap((cid) => known.get(cid) ?? []);
  };
}

/** The random key of this ledger: names of web copies and ids of messages come from it. Null before the first one. */
export async function readLedgerKey(db: Database): Promise<string | null> {
  const row = await db.selectFrom('web_copy_key').select('value').executeTakeFirst();
  return row?.value ?? null;
}

/** The same key, created on first use. One process of several wins. */
export async function createLedgerKey(db: Database): Promise<string> {
  const known = await readLedgerKey(db);
  if (known !== null) return known;
  await db
    .insertInto('web_copy_key')
    .values({ id: 1, value: randomBytes(32).toString('hex') })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return createLedgerKey(db);
}
