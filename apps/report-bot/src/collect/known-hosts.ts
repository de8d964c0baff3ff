import type { Kysely } from 'kysely';
import { note } from '../store/audit.ts';
import type { Tables } from '../store/tables.ts';

/** What a person is told before a service that is new here gets the key. */
export function announcement(url: string): string {
  return `The API key goes to ${new URL(url).origin}.`;
}

const event = 'first_request';

/** True where this ledger never asked a service at this origin; the audit notes that it now does. */
export async function isNewHost(db: Kysely<Tables>, url: string, now: number): Promise<boolean> {
  const { origin } = new URL(url);
  const asked = db.selectFrom('audit').select('id').where('subject', '=', origin).where('event', '=', event);
  if ((await asked.limit(1).executeTakeFirst()) !== undefined) return false;
  const learnt = await db.selectFrom('learnt').select('service').execute();
  if (learnt.some(({ service }) => URL.canParse(service) && new URL(service).origin === origin)) return false;
  await note(db, now, origin, event);
  return true;
}
