import type { Result } from './answer.ts';
import type { DialectProfile } from './dialects/profile.ts';
import { addSpent, isApiError, withSpent } from './errors/api-error.ts';
import { pendingFault } from './errors/sentences.ts';
import { type AsyncHost, runAsync } from './exchange/drivers.ts';
import type { Exchange } from './exchange/effect.ts';
import * as ask from './operations.ts';
import { type AnalyticsWindow, widenWindow } from './query/window.ts';
import type { RecipeBook } from './recipes/recipe.ts';
import type { ClientOptions } from './request/options.ts';
import { computeDeadline, openSession } from './request/session.ts';
import type {
  Analytics,
  Authority,
  Citations,
  Competitors,
  Endpoint,
  Website,
} from './resources/resources.ts';

/** The client for an asynchronous platform. Each call rejects with {@link ApiError}. */
export interface AsyncClient {
  websites(): Promise<Result<readonly Website[]>>;
  analytics(website: string, window: AnalyticsWindow): Promise<Result<Analytics>>;
  citations(website: string): Promise<Result<Citations>>;
  competitors(website: string): Promise<Result<Competitors>>;
  authority(website: string): Promise<Result<Authority>>;
  /** The dialect of the service as learnt so far. */
  profile(): DialectProfile;
  /** The recipes learnt so far. */
  recipes(): RecipeBook;
}

const ignoreOutcome = (): void => undefined;

/** The result for a second caller of a request in flight: the same value at no cost. */
function toJoinedResult<T>(shared: Promise<Result<T>>): Promise<Result<T>> {
  return shared.then(
    (result) => ({ ...result, meta: { ...result.meta, source: 'joined', spent: 0 } }),
    (thrown: unknown) => {
      throw isApiError(thrown) ? withSpent(thrown, 0) : thrown;
    },
  );
}

/** @throws ApiError for an address or a key of wrong format, before anything is sent */
export function asyncClient(options: ClientOptions, host: AsyncHost): AsyncClient {
  const session = openSession(options, host);
  const inFlight = new Map<string, Promise<unknown>>();
  let negotiation: Promise<unknown> | null = null;

  /** Sends one request per query at a time. While the Form is unknown, one query goes first and the others wait. */
  function once<T, R extends Result<T>>(
    endpoint: Endpoint,
    about: string,
    exchange: (until: number) => Exchange<R>,
    until = computeDeadline(session),
  ): Promise<R> {
    const question = `${endpoint} ${about}`;
    const running = inFlight.get(question) as Promise<R> | undefined;
    if (running) return toJoinedResult(running) as Promise<R>;
    const promise = start(endpoint, exchange, until).finally(() => inFlight.delete(question));
    inFlight.set(question, promise);
    return promise;
  }

  async function start<T>(
    endpoint: Endpoint,
    exchange: (until: number) => Exchange<T>,
    until: number,
  ): Promise<T> {
    if (endpoint === 'websites') return runAsync(exchange(until), host);
    while (session.profile.websiteParameter.form === null && negotiation !== null) {
      await negotiation.then(ignoreOutcome, ignoreOutcome);
      if (host.now() >= until) throw pendingFault(session, endpoint);
    }
    const run = runAsync(exchange(until), host);
    if (session.profile.websiteParameter.form === null) {
      negotiation = run.finally(() => {
        negotiation = null;
      });
      return negotiation as Promise<T>;
    }
    return run;
  }

  const fetchFigures = <K extends 'citations' | 'competitors' | 'authority'>(endpoint: K, website: string) =>
    once(endpoint, website, (until) => ask.websiteFigures(session, endpoint, website, until));

  return {
    websites: () => once('websites', '', (until) => ask.websites(session, until)),
    analytics: async (website, window) => {
      const deadline = computeDeadline(session);
      const fetchWide = (asked: AnalyticsWindow): Promise<ask.WideAnalytics> =>
        once(
          'analytics',
          `${website} ${JSON.stringify(asked)}`,
          (until) => ask.wideAnalytics(session, website, asked, until),
          deadline,
        );
      const wide = await fetchWide(widenWindow(window, host.now()));
      if (ask.covers(wide, window)) return runAsync(ask.cutAnalytics(session, website, window, wide), host);
      const { spent } = wide.meta;
      const own = await fetchWide(window).catch((thrown: unknown) => {
        throw addSpent(thrown, spent);
      });
      return runAsync(ask.cutAnalytics(session, website, window, own, spent), host);
    },
    citations: (website) => fetchFigures('citations', website),
    competitors: (website) => fetchFigures('competitors', website),
    authority: (website) => fetchFigures('authority', website),
    profile: () => session.profile,
    recipes: () => session.recipes,
  };
}
