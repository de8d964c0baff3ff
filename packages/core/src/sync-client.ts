import type { Result } from './answer.ts';
import type { DialectProfile } from './dialects/profile.ts';
import { runSync, type SyncHost } from './exchange/drivers.ts';
import type { Exchange, HeaderSample } from './exchange/effect.ts';
import { runSyncAll, type SettledCall } from './exchange/run-together.ts';
import * as ask from './operations.ts';
import type { AnalyticsWindow } from './query/window.ts';
import type { RecipeBook } from './recipes/recipe.ts';
import type { ClientOptions } from './request/options.ts';
import type { WebsiteQuery } from './request/request.ts';
import { computeDeadline, openSession } from './request/session.ts';
import type { Analytics, Authority, Citations, Competitors, Website } from './resources/resources.ts';

/** The client for a synchronous platform. Each call throws {@link ApiError}. */
export interface SyncClient {
  websites(): Result<readonly Website[]>;
  analytics(website: string, window: AnalyticsWindow): Result<Analytics>;
  citations(website: string): Result<Citations>;
  competitors(website: string): Result<Competitors>;
  authority(website: string): Result<Authority>;
  /** One call per website, in lockstep: their requests go out together. Never throws; results keep the order. */
  analyticsOf(
    websites: readonly string[],
    window: AnalyticsWindow,
  ): readonly SettledCall<Result<Analytics>>[];
  citationsOf(websites: readonly string[]): readonly SettledCall<Result<Citations>>[];
  competitorsOf(websites: readonly string[]): readonly SettledCall<Result<Competitors>>[];
  authorityOf(websites: readonly string[]): readonly SettledCall<Result<Authority>>[];
  /** Unread bodies of an endpoint for each website; `window` is for analytics, null for the whole answer. */
  bodiesOf(
    endpoint: WebsiteQuery['endpoint'],
    websites: readonly string[],
    window: AnalyticsWindow | null,
  ): readonly SettledCall<Result<ask.CutBodyAnswer | null>>[];
  /** The dialect of the service as learnt so far. */
  profile(): DialectProfile;
  /** Headers of received answers, from which a limits recipe can be inferred. */
  headers(): readonly HeaderSample[];
  /** The recipes learnt so far. */
  recipes(): RecipeBook;
}

/** @throws ApiError for an address or a key of wrong format, before anything is sent */
export function syncClient(options: ClientOptions, host: SyncHost): SyncClient {
  const session = openSession(options, host);

  /** While the Form is unknown, batches start at one query and grow, so that few requests guess wrong. */
  function lockstep<T>(
    websites: readonly string[],
    toExchange: (website: string, until: number) => Exchange<T>,
  ): readonly SettledCall<T>[] {
    const distinct = [...new Set(websites)];
    const until = computeDeadline(session);
    let settled: readonly SettledCall<T>[] = [];
    while (settled.length < distinct.length) {
      const unknown = session.profile.websiteParameter.form === null;
      const batch = distinct.slice(settled.length, unknown ? settled.length * 2 + 1 : distinct.length);
      const exchanges = batch.map((website) => toExchange(website, until));
      settled = settled.concat(runSyncAll(exchanges, host));
    }
    return websites.map((website) => settled[distinct.indexOf(website)] as SettledCall<T>);
  }

  const figuresOf = <K extends 'citations' | 'competitors' | 'authority'>(
    endpoint: K,
    websites: readonly string[],
  ) => lockstep(websites, (website, until) => ask.websiteFigures(session, endpoint, website, until));

  return {
    websites: () => runSync(ask.websites(session), host),
    analytics: (website, window) => runSync(ask.analytics(session, website, window), host),
    citations: (website) => runSync(ask.websiteFigures(session, 'citations', website), host),
    competitors: (website) => runSync(ask.websiteFigures(session, 'competitors', website), host),
    authority: (website) => runSync(ask.websiteFigures(session, 'authority', website), host),
    analyticsOf: (websites, window) =>
      lockstep(websites, (website, until) => ask.analytics(session, website, window, until)),
    citationsOf: (websites) => figuresOf('citations', websites),
    competitorsOf: (websites) => figuresOf('competitors', websites),
    authorityOf: (websites) => figuresOf('authority', websites),
    bodiesOf: (endpoint, websites, window) =>
      lockstep(websites, (website, until) =>
        ask.fetchUnreadBody(
          session,
          endpoint === 'analytics' ? { endpoint, website, window } : { endpoint, website },
          until,
        ),
      ),
    profile: () => session.profile,
    headers: () => session.headers,
    recipes: () => session.recipes,
  };
}
