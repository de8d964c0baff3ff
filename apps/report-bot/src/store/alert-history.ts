import { type Endpoint, figureOf, type JudgedFigure } from '@answershare/core';
import { takeNew } from './database.ts';
import type { Database } from './tables.ts';
import { teamKey } from './website-lists.ts';

/** The endpoints that answer a figure. */
const listEndpoints = (figure: JudgedFigure): Endpoint[] => {
  const { endpoint, daily } = figureOf(figure);
  return daily ? [endpoint, 'analytics'] : [endpoint];
};

/** The newest answer about a figure up to `now`, milliseconds since the epoch; null without one. */
export async function readNewestAnswer(
  db: Database,
  figure: JudgedFigure,
  now: number,
): Promise<number | null> {
  const row = await db
    .selectFrom('snapshot')
    .select('taken_at')
    .where('endpoint', 'in', listEndpoints(figure))
    .where('failure', 'is', null)
    .where('taken_at', '<=', new Date(now))
    .orderBy('taken_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.taken_at.getTime() ?? null;
}

export interface AlertHistory {
  /** The newest answer at the last check, milliseconds since the epoch; null before it. */
  readonly checked: number | null;
  /** By website, the last local date on which the condition held. */
  readonly held: ReadonlyMap<string, string>;
}

export async function readAlertHistory(db: Database, alertId: string): Promise<AlertHistory> {
  const rows = await db.selectFrom('alert').selectAll().where('id', '=', alertId).execute();
  return {
    checked: rows.find(({ website_id }) => website_id === teamKey)?.checked_at.getTime() ?? null,
    held: new Map(
      rows.flatMap(({ website_id, held_on }) => (held_on === null ? [] : [[website_id, held_on]])),
    ),
  };
}

/** Records a check: the newest answer then, and the websites of which the condition held on `day`. */
export async function recordAlertCheck(
  db: Database,
  alertId: string,
  checked: number,
  day: string,
  held: readonly string[],
): Promise<void> {
  const row = { id: alertId, checked_at: new Date(checked) };
  await db
    .insertInto('alert')
    .values([
      { ...row, website_id: teamKey, held_on: null },
      ...held.map((website_id) => ({ ...row, website_id, held_on: day })),
    ])
    .onConflict((conflict) =>
      conflict.columns(['id', 'website_id']).doUpdateSet(takeNew('checked_at', 'held_on')),
    )
    .execute();
}
