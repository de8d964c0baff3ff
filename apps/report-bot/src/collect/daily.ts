import { counted } from '../counted.ts';
import type { Ending } from '../ending.ts';
import { pastTimes } from '../schedule/cron.ts';
import { type Day, dayIn } from '../schedule/iso-week.ts';
import type { Settings } from '../settings/settings.ts';
import { futureSnapshots } from '../store/snapshots.ts';
import type { Store } from '../store/store.ts';
import { collect } from './collect.ts';
import { pausedUntil } from './pause.ts';
import { snapshotWords } from './snapshot-words.ts';

/**
 * What the collector does each minute: whatever is open of the day whose snapshot came due last. The ledger says what is
 * open, so neither the end of a process nor a row of another day leaves a question out.
 */
export function collectDaily(
  store: Store,
  settings: Settings,
  ending: Ending,
  say: (line: string) => void,
): (now: number) => Promise<void> {
  const told = new Set<string>();
  const sayOnce = (line: string | null): void => {
    if (line === null || told.has(line)) return;
    told.add(line);
    say(line);
  };
  return async (now) => {
    const day = dueDay(settings.snapshots, now);
    if (day === null) return;
    sayOnce(await futureWords(store, now));
    const paused = await pausedUntil(store.db, now);
    if (paused !== null) {
      const until = `${paused.toISOString().slice(0, 16)}Z`;
      sayOnce(`The snapshot waits until ${until} after a failure; "answershare snapshot" asks at once.`);
    }
    const collected = await collect(store, settings, { now, day, patient: true, ending, report: say });
    for (const line of collected === null ? [] : snapshotWords(collected)) say(line);
  };
}

/** The UTC day of the latest time of the snapshot at or before `now`. */
export function dueDay({ time, timezone }: Settings['snapshots'], now: number): Day | null {
  const [hour, minute] = time.split(':').map(Number);
  const occurrence = pastTimes(`${minute} ${hour} * * *`, timezone, now).next().value;
  return occurrence === undefined ? null : dayIn(occurrence, 'UTC');
}

/** A sentence about snapshots that lie in the future; null where none does. */
export async function futureWords(store: Store, now: number): Promise<string | null> {
  const found = await futureSnapshots(store.db, now);
  if (found === null) return null;
  return `${counted(found.rows, 'answer')} in the ledger ${found.rows === 1 ? 'lies' : 'lie'} in the future, the newest of ${found.newest}: made with --now, or by a clock that was ahead. They would stand for the answers of those days; remove them with "answershare snapshot --forget-future".`;
}
