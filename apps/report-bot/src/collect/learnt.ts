import { axisNames, type DialectProfile, unknownProfile } from '@answershare/core';
import type { Kysely } from 'kysely';
import type { Tables } from '../store/tables.ts';

/** What an earlier run learnt about the dialect of a service; null where none did. */
export async function learntProfile(db: Kysely<Tables>, service: string): Promise<DialectProfile | null> {
  const row = await db
    .selectFrom('learnt')
    .select('profile')
    .where('service', '=', service)
    .executeTakeFirst();
  return row === undefined ? null : (JSON.parse(row.profile) as DialectProfile);
}

/** Keeps what this run learnt. */
export async function keepProfile(
  db: Kysely<Tables>,
  service: string,
  /** A {@link DialectProfile} as JSON. */
  profile: string,
): Promise<void> {
  await db
    .insertInto('learnt')
    .values({ service, profile })
    .onConflict((conflict) => conflict.column('service').doUpdateSet({ profile }))
    .execute();
}

/** What was learnt of a service, without what the settings say: that counts only while it stands in them. */
export function learntOf(profile: DialectProfile, before: DialectProfile | null): DialectProfile {
  const axes = axisNames.map((name) => [
    name,
    profile[name].configured ? (before ?? unknownProfile)[name] : profile[name],
  ]);
  return { ...profile, ...Object.fromEntries(axes) };
}
