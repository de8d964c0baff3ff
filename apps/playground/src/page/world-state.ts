import type { ExecutionView } from '@answershare/apps-script';
import type { JournalEntry, SandboxStateView } from '@answershare/sandbox';
import { findShape, type World } from '../world/world.ts';

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
  /** Its plan and the number of its websites. */
  readonly about: string;
  readonly key: string;
}

/** What the page shows of the world except the workbook. */
export interface WorldState {
  /** ISO-8601, to the minute. */
  readonly clock: string;
  readonly form: string;
  /** Null for a mixture that no button chooses. */
  readonly shape: string | null;
  /** Label of the key that the file is connected with; null for none. */
  readonly connectedKey: string | null;
  /** The connected key first, then the others that were used. */
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
  const connectedKey = world.connectedKey();
  const used = state.keys
    .filter(({ label }) => label === connectedKey || (log.byKey[label] ?? 0) > 0)
    .sort((one, other) => Number(other.label === connectedKey) - Number(one.label === connectedKey));
  return {
    clock: `${state.clock.now.slice(0, 16)}Z`,
    form: quirks.form,
    shape: findShape(quirks),
    connectedKey,
    keys: used.map(({ label, revoked, used: { minute, day }, limits }) => ({
      label,
      revoked,
      minute: { used: minute, limit: limits.minute },
      day: { used: day, limit: limits.day },
    })),
    offeredKeys: state.keys.flatMap((offered) => {
      const key = world.keyOf(offered.label);
      return offered.revoked || key === null
        ? []
        : [{ label: offered.label, about: describeKey(offered, state), key }];
    }),
    executions: host.executions(SHOWN_ROWS).reverse().map(toRow),
    requests: log.entries.slice(-SHOWN_ROWS).reverse(),
    requestCount: log.total,
    serviceUrl: `${sandbox.baseUrl}/`,
    mails: inbox?.messages().length ?? null,
  };
}

function describeKey(
  { kind, plan, team, scopes }: SandboxStateView['keys'][number],
  { teams }: SandboxStateView,
): string {
  const count = teams.find(({ name }) => name === team)?.websites.length ?? 0;
  return [
    ...(kind === 'test' ? ['test key'] : []),
    `${plan} plan`,
    count === 1 ? '1 website' : `${count} websites`,
    ...(scopes.length === 0 ? ['may read nothing'] : []),
  ].join(', ');
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
