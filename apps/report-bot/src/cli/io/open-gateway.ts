import { randomUUID } from 'node:crypto';
import type { Website } from '@answershare/core';
import type { Hono } from 'hono';
import { createResourceReader, type ResourceReader } from '../../collect/resource-reader.ts';
import { matchReference, requireWebsite } from '../../collect/website-directory.ts';
import { createAccess } from '../../gateway/access.ts';
import { createMeter } from '../../gateway/meter.ts';
import { createTeamSource, selectOfKey } from '../../gateway/team-source.ts';
import { createApiRoutes, createMcpRoutes, type GatewayEnv } from '../../http/gateway-routes.ts';
import { toLocalDate } from '../../schedule/iso-week.ts';
import type { GatewaySettings } from '../../settings/gateway-settings.ts';
import { listServiceNames, splitLedgerId } from '../../settings/services.ts';
import type { BotSettings, ScheduleOrAlert } from '../../settings/settings.ts';
import type { GatewayKey } from '../../store/gateway-keys.ts';
import { listNotedEvents } from '../../store/noted-events.ts';
import { createSharedCache, deleteExpiredAnswers } from '../../store/shared-cache.ts';
import type { Store } from '../../store/store.ts';
import { compareWebsite } from './explanation.ts';
import { createToolServer, type LedgerAccess } from './mcp-tools.ts';
import { selectByWeek } from './options.ts';

/** The gateway of a process. */
export interface Gateway {
  readonly routes: Readonly<Record<'/api/v1' | '/mcp', Hono<GatewayEnv>>>;
  close(): Promise<void>;
}

interface GatewayOptions {
  readonly store: Store;
  readonly settings: BotSettings & { readonly gateway: GatewaySettings };
  /** Milliseconds since the epoch. */
  readonly clock: () => number;
  readonly ended: AbortSignal;
  readonly writeError: (text: string) => void;
}

/** Counts of requests are written so often. */
const flushMs = 1_000;
/** A day without the service loses no figure: the last good answer stays this long. */
const lastGoodDays = 7;

/** Opens the gateway on an open store. The service's key stays inside. */
export function openGateway({ store, settings, clock, ended, writeError }: GatewayOptions): Gateway {
  const { db } = store;
  const { services, names, gateway, schedules: weekly, alerts } = settings;
  const serviceNames = listServiceNames(services);
  const reader = createResourceReader({
    services,
    names,
    now: clock,
    today: () => toLocalDate(clock(), 'UTC'),
    withLedger: (work) => work(db),
    ended,
    onRequest: () => undefined,
    shared: createSharedCache(db, randomUUID(), clock),
    freshSeconds: gateway.freshMinutes * 60,
    lastGoodDays,
  });
  const source = createTeamSource({ services: serviceNames, db, reader, now: clock });
  const parts = {
    access: createAccess(db, clock),
    meter: createMeter(db, clock),
    perMinute: gateway.perMinute,
    now: clock,
    writeError,
  };
  const schedules: readonly ScheduleOrAlert[] = [...weekly, ...alerts];

  const compare = async (website: Website, week: string | null, against: string | null): Promise<object> => {
    const about = selectByWeek(schedules, week).map((one) => restrict(one, [website]));
    const where = { schedules: about, week, against, now: clock() };
    const compared = await compareWebsite(store, where, website.id);
    return { website_id: website.id, week: compared.week, figures: compared.figures };
  };
  const listNotes = async (websites: readonly Website[]): Promise<readonly object[]> => {
    const [first] = schedules;
    const events = [...(first?.events ?? []), ...(await listNotedEvents(db, clock()))];
    return events
      .map(({ on, text, websites: about }) => ({
        on,
        text,
        website_ids:
          about?.flatMap((name) => matchReference(websites, name, serviceNames).map(({ id }) => id)) ?? null,
      }))
      .filter(({ website_ids: ids }) => ids === null || ids.length > 0);
  };
  const createServer = (key: GatewayKey) => {
    const own = restrictReader(reader, key, serviceNames);
    const ledger: LedgerAccess = { use: (work) => work(store), attempt: (work) => work(store) };
    return createToolServer({
      reader: own,
      ledger,
      schedules: async () => {
        const { value } = await own.websites();
        return key.websites === null ? schedules : schedules.map((one) => restrict(one, value));
      },
      clock,
    });
  };

  const flush = (): Promise<void> =>
    parts.meter.flush().catch((thrown: unknown) => {
      if (!store.isOutage(thrown)) throw thrown;
    });
  const report = (thrown: unknown): void => writeError(`The gateway failed: ${String(thrown)}`);
  const timer = setInterval(() => void flush().catch(report), flushMs);
  const cleaner = setInterval(() => void deleteExpiredAnswers(db, clock()).catch(report), 3_600_000);
  return {
    routes: {
      '/api/v1': createApiRoutes({ ...parts, source, compare, listNotes }),
      '/mcp': createMcpRoutes(parts, createServer),
    },
    close: async () => {
      clearInterval(timer);
      clearInterval(cleaner);
      await flush();
    },
  };
}

/** A schedule about these websites alone, without readers. */
function restrict<S extends ScheduleOrAlert>(schedule: S, websites: readonly Website[]): S {
  const ids =
    schedule.websites === 'all'
      ? websites.map(({ id }) => id)
      : schedule.websites.flatMap((name) =>
          matchReference(websites, name, schedule.services).map(({ id }) => id),
        );
  return { ...schedule, websites: ids, recipients: [], channels: [], clients: [] };
}

/** The reader of a key: another website does not exist for it. */
function restrictReader(
  reader: ResourceReader,
  key: GatewayKey,
  services: readonly string[],
): ResourceReader {
  const websites: ResourceReader['websites'] = async () => {
    const answer = await reader.websites();
    return { ...answer, value: selectOfKey(key, answer.value, services) };
  };
  const isOwn = (service: string): boolean =>
    key.websites === null || key.websites.some((id) => splitLedgerId(id, services).service === service);
  return {
    ...reader,
    websites,
    quota: () => reader.quota().filter(({ service }) => isOwn(service)),
    findWebsite: async (reference) => requireWebsite((await websites()).value, reference, services),
  };
}
