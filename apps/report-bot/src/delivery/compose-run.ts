import { setImmediate } from 'node:timers/promises';
import type { Digest } from '../digest/digest.ts';
import type { SiteSeries } from '../digest/site-digest.ts';
import { type IsoWeek, previousWeek } from '../schedule/iso-week.ts';
import type { DigestSchedule } from '../settings/settings.ts';
import { formatReaders, splitAudience } from '../settings/split-audience.ts';
import { listFrozenRecipients } from '../store/digests.ts';
import { findComposedRun, fixRun } from '../store/runs.ts';
import type { Store } from '../store/store.ts';
import type { Database, RunRow } from '../store/tables.ts';
import { listReaders, recordWithheld } from '../store/withheld.ts';
import { NoDigestError } from '../system/errors.ts';
import {
  composeDigest,
  type DigestsOptions,
  listShownWeeks,
  readCommon,
  type WebsiteProgress,
} from './compose.ts';
import type { ComposeResult, FreezeOptions } from './digest-messages.ts';
import { noteEarlierArrows } from './earlier-arrows.ts';
import { freezeSelections, type ReadersDigest } from './freeze-selections.ts';
import { findDataUntil, findStaleWebsites } from './freshness.ts';
import {
  addHeartbeat,
  applyMode,
  type DigestParameters,
  type WithheldDigest,
  withStoredNames,
} from './mode.ts';

/** What the readers of a selection of websites get in a run. */
export interface SelectedDigest {
  readonly schedule: DigestSchedule;
  readonly digest: Digest | Pick<WithheldDigest, 'withheld'>;
}

/**
 * The digest that a run sends to the readers of all websites of `schedule`: by its stored parameters, else by the schedule's
 * mode. A run that has frozen digests sends to the other readers of their websites too.
 * @param run undefined before it is planned
 */
async function composeSentDigest(
  store: Store,
  settings: DigestSchedule,
  week: IsoWeek,
  run: RunRow | undefined,
  { until, frozen, ...options }: DigestsOptions & { readonly frozen: ReadonlySet<string> },
): Promise<Digest | WithheldDigest> {
  const parameters = readParameters(run);
  const schedule = withStoredNames(settings, parameters);
  const readers = listReaders(schedule).map(({ hash }) => hash);
  const isSent = readers.some((hash) => frozen.has(hash));
  const withEmpty = (isSent && parameters !== null) || schedule.mode !== 'always';
  const earlierUntil =
    parameters === null
      ? await findEarlierUntil(store.db, schedule.id, week)
      : (parameters.earlierUntil ?? null);
  const composed = await composeDigest(store, schedule, [week], {
    ...options,
    until,
    withEmpty,
    earlierUntil,
  });
  const isGated = parameters?.hasFreshnessGate ?? schedule.waitHours > 0;
  const stale = isGated ? await findStaleWebsites(store, schedule, week, until, options.common) : [];
  const earlier = await noteEarlierArrows(store, schedule, composed, until);
  const digest = { ...composed, stale, notes: [...earlier, ...composed.notes] };
  if (isSent && parameters !== null) {
    const weeks = readers.map((hash) => parameters.heartbeats[hash]).find((one) => one !== undefined);
    return addHeartbeat(digest, weeks ?? null);
  }
  const sent = await applyMode(store.db, schedule, digest);
  return 'withheld' in sent && isSent ? digest : sent;
}

/** The time of the figures that the digest of the period before had; null without one. */
async function findEarlierUntil(db: Database, scheduleId: string, week: IsoWeek): Promise<number | null> {
  const run = await findComposedRun(db, scheduleId, previousWeek(week));
  return run === undefined ? null : findRunUntil(run);
}

/** Snapshots up to this time decide the digest of a run. */
export const findRunUntil = ({ data_until, planned_at }: RunRow): number =>
  (data_until ?? planned_at).getTime();

const listFrozen = async (db: Database, run: RunRow | undefined): Promise<ReadonlySet<string>> =>
  run === undefined ? new Set() : listFrozenRecipients(db, run.id);

/**
 * The digests that a run sends, one for each selection of websites. A selection without a website or snapshot is withheld.
 * @throws NoDigestError at the end, if no selection has a website and a snapshot
 */
async function* iterateSentDigests(
  store: Store,
  schedule: DigestSchedule,
  week: IsoWeek,
  run: RunRow | undefined,
  { until, progress }: Pick<DigestsOptions, 'until' | 'progress'>,
): AsyncGenerator<SelectedDigest, void> {
  const frozen = await listFrozen(store.db, run);
  const common = await readCommon(store, schedule, until);
  const options = { until, progress, frozen, common, known: new Map<string, readonly SiteSeries[]>() };
  const parts = splitAudience(schedule);
  const faults: NoDigestError[] = [];
  for (const part of parts) {
    // PGlite answers without a turn of the event loop, and signals and sockets need one.
    await setImmediate();
    const digest = await composeSentDigest(store, part, week, run, options).catch((thrown) => {
      if (!(thrown instanceof NoDigestError)) throw thrown;
      faults.push(thrown);
      if (faults.length === parts.length) throw faults[0];
      return { withheld: thrown.message };
    });
    yield { schedule: part, digest };
  }
}

/** All of {@link iterateSentDigests}. */
export async function composeSentDigests(
  ...run: Parameters<typeof iterateSentDigests>
): Promise<readonly SelectedDigest[]> {
  const selected: SelectedDigest[] = [];
  for await (const one of iterateSentDigests(...run)) selected.push(one);
  return selected;
}

/**
 * One sentence for each reason why readers get nothing; the reason alone if all of them get nothing for that one.
 * @param sent those who get something
 */
export function explainWithheldDigests(
  selected: readonly SelectedDigest[],
  sent: readonly ReadersDigest[],
): readonly string[] {
  const readers = new Map<string, string[]>();
  for (const { schedule, digest } of selected)
    if ('withheld' in digest)
      readers.set(digest.withheld, [
        ...(readers.get(digest.withheld) ?? []),
        ...listReaders(schedule).map(({ name }) => name),
      ]);
  const isForAll = readers.size === 1 && sent.length === 0;
  return [...readers].map(([reason, names]) =>
    isForAll ? reason : `nothing for ${formatReaders(names)}: ${reason}`,
  );
}

const readParameters = (run: RunRow | undefined): DigestParameters | null =>
  run?.parameters == null ? null : (JSON.parse(run.parameters) as DigestParameters);

/**
 * The digest of a week as it was mailed, from the snapshots that its run had; without `week` the last one of the ledger.
 * A week without a run is that of {@link listShownWeeks}.
 */
export async function composeMailedDigest(
  store: Store,
  schedule: DigestSchedule,
  week: IsoWeek | null,
  now: number,
  options: Omit<DigestsOptions, 'until'> = {},
): Promise<Digest> {
  const run = await findComposedRun(store.db, schedule.id, week);
  if (run !== undefined) {
    const until = findRunUntil(run);
    const frozen = await listFrozen(store.db, run);
    const sent = await composeSentDigest(store, schedule, run.period_key, run, { ...options, until, frozen });
    return 'withheld' in sent ? sent.digest : sent;
  }
  return composeDigest(store, schedule, listShownWeeks(schedule, week, now), { ...options, until: now });
}

interface ComposeOptions extends FreezeOptions {
  /** True for an operator's week, which does not wait for figures. */
  readonly forced: boolean;
  readonly progress: WebsiteProgress;
}

/** Composes the digests of a run and freezes their messages, or withholds all of them. */
export async function composeRun(
  store: Store,
  schedule: DigestSchedule,
  run: RunRow,
  options: ComposeOptions,
): Promise<ComposeResult | Pick<WithheldDigest, 'withheld'>> {
  const { now, forced, progress } = options;
  const until = await findDataUntil(store, schedule, run.period_key, run, { now, forced });
  const dataUntil = until === run.planned_at.getTime() ? null : until;
  const data = { until, progress };
  // The heartbeats of all readers are fixed before the first message; a schedule that always sends has none.
  const composed =
    run.parameters !== null || schedule.mode === 'always'
      ? null
      : await composeSentDigests(store, schedule, run.period_key, run, data);
  const earlierUntil = await findEarlierUntil(store.db, schedule.id, run.period_key);
  const withheld: SelectedDigest[] = [];
  const sent: ReadersDigest[] = [];
  let fixed = run;
  async function* selectSent(): AsyncGenerator<ReadersDigest, void> {
    for await (const { schedule: part, digest } of composed ??
      iterateSentDigests(store, schedule, run.period_key, run, data)) {
      if (options.ended.aborted) return;
      if ('withheld' in digest) {
        withheld.push({ schedule: part, digest });
        continue;
      }
      if (fixed.parameters === null) {
        const parameters = JSON.stringify({
          hasFreshnessGate: schedule.waitHours > 0,
          heartbeats: Object.fromEntries((composed ?? []).flatMap(listHeartbeats)),
          ...(schedule.names === undefined ? {} : { names: schedule.names }),
          ...(earlierUntil === null ? {} : { earlierUntil }),
        } satisfies DigestParameters);
        fixed = await fixRun(store.db, run.id, { dataUntil, parameters });
        // Another process was first.
        if (fixed.parameters !== parameters || (fixed.data_until?.getTime() ?? null) !== dataUntil) return;
      }
      sent.push({ schedule: part, digest });
      yield { schedule: part, digest };
    }
  }
  const frozen = await freezeSelections(store, selectSent(), run.id, options);
  if (sent.length === 0 && fixed !== run) return composeRun(store, schedule, fixed, options);
  for (const { schedule: part, digest } of withheld)
    if ('withheld' in digest) await recordWithheld(store.db, run.id, listReaders(part), digest.withheld);
  const nothingFor = explainWithheldDigests(withheld, sent).join('; ');
  if (sent.length === 0) return { withheld: nothingFor };
  return nothingFor === '' ? frozen : { ...frozen, nothingFor };
}

const listHeartbeats = ({ schedule, digest }: SelectedDigest) =>
  'withheld' in digest || digest.heartbeat === null
    ? []
    : listReaders(schedule).map(({ hash }) => [hash, digest.heartbeat?.weeks.value ?? 0] as const);
