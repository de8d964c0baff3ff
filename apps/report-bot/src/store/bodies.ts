import type { MailBody } from '../message/body.ts';
import { fillSlots } from '../message/text-layout.ts';
import { createFileReader, saveFiles } from './mail-files.ts';
import type { Database, DigestRow } from './tables.ts';

export async function saveBody(db: Database, { id, html, text, attachments }: MailBody): Promise<void> {
  await saveFiles(db, attachments);
  await db
    .insertInto('body')
    .values({ id, html, text, attachments: JSON.stringify(attachments.map(({ cid }) => cid)) })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

const maxCached = 16;

/** Reads bodies of digests. Keeps the last ones, because the digests of a run share them. */
export function createBodyReader(db: Database): (digest: DigestRow) => Promise<MailBody> {
  const readFiles = createFileReader(db);
  const known = new Map<string, Promise<MailBody>>();
  const read = async (id: string): Promise<MailBody> => {
    const row = await db.selectFrom('body').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
    return { ...row, attachments: await readFiles(row) };
  };
  return ({ body_id: id }) => {
    const kept = known.get(id);
    if (kept !== undefined) return kept;
    const body = read(id);
    body.catch(() => known.delete(id));
    const [oldest] = known.keys();
    if (known.size === maxCached && oldest !== undefined) known.delete(oldest);
    known.set(id, body);
    return body;
  };
}

/** The texts for the placeholders of a digest's body. */
export const parseInserts = ({ inserts }: Pick<DigestRow, 'inserts'>): readonly string[] =>
  JSON.parse(inserts) as string[];

/** The parts of a digest as its reader gets them. */
export function fillParts(digest: DigestRow, body: MailBody): Pick<MailBody, 'html' | 'text'> {
  const inserts = parseInserts(digest);
  return { html: fillSlots(body.html, inserts), text: fillSlots(body.text, inserts) };
}
