import { isDeepStrictEqual } from 'node:util';
import cron from 'node-cron';
import { formatCollectResult, toSnapshotTimetable } from '../../collect/daily.ts';
import { formatKeyNotice, recordNewHost } from '../../collect/service-profile.ts';
import { openLoops } from '../../delivery/loops.ts';
import { assertTemplate } from '../../renderers/mail/render.ts';
import { findRhythmFaults } from '../../schedule/reported-weeks.ts';
import type { BotSettings } from '../../settings/settings.ts';
import { countUncertain, listOpenMails } from '../../store/ledger.ts';
import { listWaitingRuns } from '../../store/runs.ts';
import type { Store } from '../../store/store.ts';
import type { ExitCode } from '../../system/errors.ts';
import { waitForAbort } from '../../system/pause.ts';
import { pluralize } from '../../system/text.ts';
import { openWatch } from '../../watch/watch.ts';
import type { Context } from '../io/context.ts';
import {
  formatNextDigests,
  formatNextTime,
  formatRunEvent,
  formatUtc,
  listNextDigests,
} from '../io/format.ts';
import { openLiveSettings } from '../io/live-settings.ts';
import type { Gateway } from '../io/open-gateway.ts';
import { type CommonOptions, findMailSettings, parseClock, selectSchedules } from '../io/options.ts';

/** True for an event that a person looks at. An error is no event. */
const isWarning = ({ type, state }: { readonly type?: string; readonly state?: string }): boolean =>
  ['gap', 'clock', 'restored', 'held'].includes(type ?? '') || state === 'refused' || state === 'uncertain';

/** A longer pause between two ticks is reported. */
const maxGapMs = 150_000;

/** Windows sends this signal only when it closes a console. */
const hasReload = process.platform !== 'win32';
const useSettings = hasReload ? 'send SIGHUP' : 'start it again';

/**
 * Runs until SIGTERM; SIGHUP reads the settings again. Each minute its loops check the ledger, so a missed tick costs a minute. A
 * program error or a full disk ends it.
 */
export async function runDaemon(context: Context, options: CommonOptions): Promise<ExitCode> {
  const clock = parseClock(options.now);
  const live = openLiveSettings(() => {
    const settings = context.settings(options.config);
    return { settings, mail: findMailSettings(settings, selectSchedules(settings, undefined)) };
  });
  const { settings } = live.current;
  assertTemplate();
  const store = await context.store(settings.store, 'exclusive');
  const shutdown = { ended: context.ended, late: context.late };
  const report = (event: object, lines: readonly string[]): void => {
    const at = formatUtc(clock());
    if (options.json === true) context.writeJson({ at, level: isWarning(event) ? 'warn' : 'info', ...event });
    else for (const line of lines) context.report(`${at} ${line}`);
  };
  const writeError = (text: string): void => context.writeError(text, formatUtc(clock()));
  const log = (text: string): void => report({ type: 'notice', text }, [text]);
  const unshared = await store.share();
  if (unshared !== null) log(`Other commands cannot use the data folder while this runs (${unshared}).`);
  let failed: (reason: unknown) => void = () => undefined;
  const fatalError = new Promise<never>((_, reject) => {
    failed = reject;
  });
  let isChanged = false;
  const loops = openLoops({
    store,
    get settings() {
      return live.current.settings;
    },
    get mail() {
      return live.current.mail;
    },
    clock,
    checksClock: options.now === undefined,
    shutdown,
    report: (event) => {
      isChanged = true;
      report(event, [formatRunEvent(event)]);
    },
    collected: (result) => report({ type: 'snapshot', ...result }, formatCollectResult(result)),
    log,
    writeError,
    failed,
    passed: () => {
      if (isChanged) watch.wake();
      isChanged = false;
    },
  });
  const watch = openWatch({
    store,
    location: settings.store,
    settings: () => live.current.settings,
    loops: () => loops.state(),
    clock,
    checksClock: options.now === undefined,
    late: context.late,
    writeError,
    failed,
  });
  let gateway: Gateway | null = null;
  const replaceGateway = async (taken: BotSettings): Promise<void> => {
    const { gateway: wanted } = taken;
    const opened = wanted === null ? null : await import('../io/open-gateway.ts');
    const before = gateway;
    gateway =
      opened === null || wanted === null
        ? null
        : opened.openGateway({
            store,
            settings: { ...taken, gateway: wanted },
            clock,
            ended: context.ended,
            writeError,
          });
    await before?.close();
  };
  await replaceGateway(settings);
  const routeTo = (path: keyof Gateway['routes']) => ({
    fetch: (request: Request, env: unknown) =>
      gateway?.routes[path].fetch(request, env) ?? new Response('The gateway is off.\n', { status: 404 }),
  });
  const listener =
    settings.http === null
      ? null
      : await (await import('../../http/listener.ts')).openListener(
          settings.http,
          {
            status: () => watch.current(),
            now: clock,
            store,
            settings: () => live.current.settings,
            log,
          },
          { '/api/v1': routeTo('/api/v1'), '/mcp': routeTo('/mcp') },
        );
  if (listener !== null) log(`HTTP listens at ${listener.url}.`);
  const begin = async ({ services, schedules }: BotSettings): Promise<void> => {
    for (const { url } of services)
      if (await recordNewHost(store.db, url, clock())) log(formatKeyNotice(url));
    for (const schedule of schedules)
      for (const { message } of findRhythmFaults(schedule, clock()))
        log(`Times of ${schedule.id}: ${message}`);
  };
  const reload = (): void => {
    const fault = live.reload();
    if (fault !== null) {
      writeError(`The settings were not reloaded, and the old ones stay in force. ${fault}`);
      return;
    }
    const count = live.current.settings.schedules.length;
    report({ type: 'reloaded', schedules: count }, [
      `Settings reloaded: ${pluralize(count, 'schedule')}. The next pass uses them.`,
    ]);
    if (!isDeepStrictEqual(toSocket(settings), toSocket(live.current.settings)))
      log('http.listen and http.token stay as they were. Start "answershare start" anew for that.');
    replaceGateway(live.current.settings)
      .then(() => begin(live.current.settings))
      .catch(failed);
  };
  // Without a handler the signal ends the process.
  if (hasReload) process.on('SIGHUP', reload);
  const { schedules, alerts } = settings;
  const count = schedules.length;
  const watched = alerts.length === 0 ? '' : ` and ${pluralize(alerts.length, 'alert')}`;
  const outlook = await readOutlook(store, settings, clock());
  report({ type: 'started', schedules: count, ...outlook }, [
    `Started with ${pluralize(count, 'schedule')}${watched}.`,
    ...formatOutlook(outlook),
  ]);
  await begin(settings);
  let tickedAt = clock();
  const tick = (): void => {
    const [from, until] = [tickedAt, clock()];
    tickedAt = until;
    if (until - from > maxGapMs)
      report({ type: 'gap', from: formatUtc(from), until: formatUtc(until) }, [
        `Nothing was checked since ${formatUtc(from)}: the process was suspended, or the clock moved. What came due is checked now.`,
      ]);
    if (live.noticeChange()) log(`The settings changed on disk since the start; ${useSettings} to use them.`);
    loops.tick();
    watch.wake();
  };
  tick();
  const task = cron.schedule('* * * * *', tick, {
    timezone: 'UTC',
    noOverlap: true,
    // A tick reports a gap once; node-cron reports each of its minutes.
    suppressMissedWarning: true,
    logger: {
      info: () => undefined,
      debug: () => undefined,
      warn: log,
      error: (text) => writeError(String(text)),
    },
  });
  try {
    await Promise.race([waitForAbort(shutdown.ended), fatalError]);
    await Promise.race([loops.idle(), fatalError]);
  } finally {
    process.off('SIGHUP', reload);
    await task.destroy();
  }
  listener?.close();
  await replaceGateway({ ...live.current.settings, gateway: null });
  await watch.stop();
  report({ type: 'stopped' }, ['Stopped.']);
  return 0;
}

/** What the listener takes when it opens; it reads the rest of the settings anew. */
const toSocket = ({ http }: BotSettings) =>
  http === null ? null : { host: http.host, port: http.port, token: http.token };

/** What `start` does next, and what waits in the ledger. */
interface Outlook {
  /** The time of the next snapshot, for people. */
  readonly snapshot: string;
  readonly digests: ReturnType<typeof listNextDigests>;
  /** Planned weeks without digests; the reason is null before the first attempt. */
  readonly waiting: readonly {
    readonly schedule: string;
    readonly week: string;
    readonly reason: string | null;
  }[];
  /** The numbers of unsent and of uncertain mails. */
  readonly mails: { readonly ready: number; readonly uncertain: number };
}

async function readOutlook(store: Store, settings: BotSettings, now: number): Promise<Outlook> {
  const { schedules, alerts, snapshots } = settings;
  const audiences = [...schedules, ...alerts];
  const runs = await listWaitingRuns(
    store.db,
    audiences.map(({ id }) => id),
  );
  return {
    snapshot: formatNextTime(toSnapshotTimetable(snapshots), now),
    digests: listNextDigests(schedules, now),
    waiting: runs.map(({ schedule_id: schedule, period_key: week, reason }) => ({ schedule, week, reason })),
    mails: { ready: (await listOpenMails(store, audiences)).length, uncertain: await countUncertain(store) },
  };
}

function formatOutlook({
  snapshot,
  digests,
  waiting,
  mails: { ready, uncertain },
}: Outlook): readonly string[] {
  return [
    `Next snapshot: ${snapshot}`,
    ...formatNextDigests(digests),
    ...waiting.map(
      ({ schedule, week, reason }) => `${schedule} ${week} waits${reason === null ? '.' : `: ${reason}`}`,
    ),
    ...(ready > 0 ? [`${pluralize(ready, 'mail')} of earlier runs not sent yet.`] : []),
    ...(uncertain > 0 ? [`${pluralize(uncertain, 'mail')} uncertain; see "answershare list".`] : []),
    ...(waiting.length + ready + uncertain === 0 ? ['Nothing waits.'] : []),
  ];
}
