import type { MailImage } from '../mail/chart.ts';
import type { BodyRow, Database } from './tables.ts';

/** Stores images, each once: their `cid` is a hash of the content. */
export async function saveImages(db: Database, images: readonly MailImage[]): Promise<void> {
  if (images.length === 0) return;
  await db
    .insertInto('image')
    .values(
      images.map(({ cid, filename, contentType, content }) => ({
        cid,
        filename,
        content_type: contentType,
        content: Buffer.from(content).toString('base64'),
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** The cids of a body's images. */
const listImageIds = ({ attachments }: BodyRow): string[] => JSON.parse(attachments) as string[];

/** Images in memory; beyond this many it starts anew. */
const maxCached = 200;

/** Reads images of bodies. Keeps them, because the bodies of a run share them. */
export function createImageReader(db: Database): (body: BodyRow) => Promise<readonly MailImage[]> {
  const known = new Map<string, MailImage>();
  return async (body) => {
    const cids = listImageIds(body);
    const missing = cids.filter((cid) => !known.has(cid));
    if (known.size > maxCached) known.clear();
    if (missing.length > 0) {
      const rows = await db.selectFrom('image').selectAll().where('cid', 'in', cids).execute();
      for (const { cid, filename, content_type: contentType, content } of rows)
        known.set(cid, { cid, filename, contentType, content: Buffer.from(content, 'base64') });
    }
    return cids.flatMap((cid) => known.get(cid) ?? []);
  };
}
