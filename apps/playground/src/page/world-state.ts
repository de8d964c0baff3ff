import type { ExecutionView } from '@answershare/apps-script';
import type { JournalEntry } from '@answershare/sandbox';
import type { World } from '../world/world.ts';

/** Rows of each list that the page shows. */
const SHOWN_ROWS = 60;

/** One key with its two meters. */
interface KeyMeters {
  readonly label: string;
  readonly revoked: boolean;
  readonly minute: { readonly used: number; readonly limit: number | null };
  readonly day: { readonly used: number; readonly limit: number | null };
}

interface ExecutionRow extends Pick<ExecutionView, 'name' | 'args' | 'state' | 'failure'> {
  /** Null while it runs. */
  readonly ms: number | null;
  readonly requests: number;
  /** Calls of all services of Apps Script. */
  readonly serviceCalls: number;
}

/** A key of the service that the sidebar can connect. The sandbox invents it. */
interface OfferedKey {
  readonly label: string;
  readonly plan: string;
  readonly key: string;
}

/** What the page shows of the world except the workbook. */
export interface WorldState {
  /** ISO-8601, to the minute. */
  readonly clock: string;
  readonly form: string;
  readonly keys: readonly KeyMeters[];
  readonly offeredKeys: readonly OfferedKey[];
  /** The latest first. */
  readonly executions: readonly ExecutionRow[];
  readonly requests: readonly JournalEntry[];
  readonly requestCount: number;
  readonly serviceUrl: string;
  /** Null before the bot is connected. */
  readonly mails: number | null;
}

async function readWorldState(world: World): Promise<WorldState> {
  const { sandbox, host, inbox } = world;
  const [state, quirks, log] = await Promise.all([
    sandbox.admin.state(),
    sandbox.admin.quirks(),
    sandbox.admin.requests(),
  ]);
  const used = state.keys.filter(({ label }) => (log.byKey[label] ?? 0) > 0);
  return {
    clock: `${state.clock.now.slice(0, 16)}Z`,
    form: quirks.form,
    keys: used.map(({ label, revoked, used: { minute, day }, limits }) => ({
      label,
      revoked,
      minute: { used: minute, limit: limits.minute },
      day: { used: day, limit: limits.day },
    })),
    offeredKeys: state.keys.flatMap(({ label, plan, revoked }) => {
      const key = world.keyOf(label);
      return revoked || key === null ? [] : [{ label, plan, key }];
    }),
    executions: host.executions(SHOWN_ROWS).reverse().map(toRow),
    requests: log.entries.slice(-SHOWN_ROWS).reverse(),
    requestCount: log.total,
    serviceUrl: `${sandbox.baseUrl}/`,
    mails: inbox?.messages().length ?? null,
  };
}

function toRow({ name, args, state, failure, startedAt, endedAt, counters }: ExecutionView): ExecutionRow {
  const { fetches, ...services } = counters;
  return {
    name,
    args,
    state,
    failure,
    ms: startedAt === null || endedAt === null ? null : endedAt - startedAt,
    requests: fetches,
    serviceCalls: Object.values(services).reduce((sum, calls) => sum + calls, 0),
  };
}

/**
 * Calls `show` with each new state while somebody watches. Returns a function that ends this; it resolves after the last
 * reading.
 */
export function observeWorld(
  world: World,
  isWatched: () => boolean,
  show: (state: WorldState) => void,
): () => Promise<void> {
  let last = '';
  let reading: Promise<void> | null = null;
  const read = async (): Promise<void> => {
    const state = await readWorldState(world);
    const text = JSON.stringify(state);
    if (text !== last) show(state);
    last = text;
    reading = null;
  };
  const timer = setInterval(() => {
    if (isWatched()) reading ??= read();
  }, 300);
  return async () => {
    clearInterval(timer);
    await reading;
  };
}
