import { isApiError } from '../../src/index.ts';
import { formatCall, formatRequest, type Law } from './law.ts';
import { type Ledger, type Sent, toQuery, toWebsite, unknownWebsite } from './ledger.ts';

/** (a) A query has one request under way, for any number of askers; clients without a common cache are separate. */
export const sendsEachQueryOnce: Law = ({ sent }, { shares }) => {
  const found: string[] = [];
  for (const first of sent) {
    for (const second of sent) {
      if (second.order <= first.order || second.order >= first.answeredOrder) continue;
      if (!shares && first.client !== second.client) continue;
      if (toWebsite(first.url) === unknownWebsite || toQuery(first.url) !== toQuery(second.url)) continue;
      found.push(
        `${formatRequest(second)} while ${formatRequest(first)} was under way until ${first.answeredAt}`,
      );
    }
  }
  return found;
};

/** End of a refusal of the whole key, milliseconds; ten minutes for the key's own refusals. */
function blockedUntil({ served, answeredAt }: Sent): number | null {
  if (served === null || !served.outcome.ok) return null;
  const { plan, notBefore, outcome } = served;
  if (plan.does === 'limit' || plan.does === 'good') return notBefore;
  return plan.does === 'refuse' && outcome.status === 401 ? answeredAt + 600_000 : null;
}

/** When the calls of a client that were under way at an instant are over. */
const endOfCalls = ({ calls }: Ledger, client: number, at: number): number =>
  Math.max(
    at,
    ...calls
      .filter(({ asked, startedAt, endedAt }) => asked.client === client && startedAt <= at && endedAt >= at)
      .map(({ endedAt }) => endedAt),
  );

/** True where every call of the client that could have sent a request began after an instant. */
const startedAfter = ({ calls }: Ledger, { client, at }: Sent, instant: number): boolean =>
  calls
    .filter(({ asked, startedAt, endedAt }) => asked.client === client && startedAt <= at && endedAt >= at)
    .every(({ startedAt }) => startedAt > instant);

/**
 * (b), (c) After a refusal that concerns the key nothing leaves before it ends; after one that concerns an endpoint (403)
 * nothing to that endpoint for an hour. Of clients that share a cache it holds for what began after the refused call;
 * of calls at the same time, from the next millisecond.
 */
export const obeysRefusals: Law = (ledger, { shares, concurrent }) => {
  const found: string[] = [];
  for (const first of ledger.sent) {
    const until = blockedUntil(first);
    const { plan, outcome } = first.served ?? {};
    const forbidden = plan?.does === 'refuse' && outcome?.ok && outcome.status === 403;
    for (const second of ledger.sent) {
      if (second.order < first.answeredOrder) continue;
      if (concurrent && second.at === first.answeredAt) continue;
      if (second.client !== first.client) {
        if (!shares || !startedAfter(ledger, second, endOfCalls(ledger, first.client, first.answeredAt)))
          continue;
      }
      if (until !== null && second.at < until)
        found.push(`${formatRequest(second)} though #${first.serial} forbade it until ${until}`);
      if (forbidden && second.url.pathname === first.url.pathname && second.at < first.answeredAt + 3_600_000)
        found.push(`${formatRequest(second)} though #${first.serial} forbade the endpoint`);
    }
  }
  return found;
};

/** The longest accepted wait after a server failure, milliseconds. */
const longestFailure = 600_000;

/** (c) After a failure with Retry-After the same query waits for it, ten minutes at most. */
export const obeysRetryAfter: Law = (ledger, { shares, concurrent }) => {
  const found: string[] = [];
  for (const first of ledger.sent) {
    const { plan, outcome } = first.served ?? {};
    if (plan?.does !== 'refuse' || !outcome?.ok || outcome.status < 500) continue;
    const seconds = Number(plan.headers['retry-after']);
    // A number as large is an instant by mistake.
    if (!(seconds < 1e9)) continue;
    const until = first.answeredAt + Math.min(seconds * 1000, longestFailure);
    for (const second of ledger.sent) {
      if (second.order < first.answeredOrder || toQuery(second.url) !== toQuery(first.url)) continue;
      if (concurrent && second.at === first.answeredAt) continue;
      if (second.client !== first.client) {
        if (!shares || !startedAfter(ledger, second, endOfCalls(ledger, first.client, first.answeredAt)))
          continue;
      }
      if (second.at < until)
        found.push(`${formatRequest(second)} though #${first.serial} forbade it until ${until}`);
    }
  }
  return found;
};

/** (c) A call is over by its deadline; each of the few requests that learn the Form may take a second more. */
export const keepsDeadline: Law = ({ calls }, { options, cacheMs }) => {
  const most = (options.deadlineMs ?? 25_000) + 4_000 + cacheMs * 20;
  return calls
    .filter(({ startedAt, endedAt }) => endedAt - startedAt > most)
    .map((call) => `${formatCall(call)} took ${call.endedAt - call.startedAt} ms, more than ${most}`);
};

/** (c) A limit beyond the deadline states its end. */
export const statesRetryAt: Law = ({ calls }) =>
  calls
    .filter(({ thrown }) => isApiError(thrown) && (thrown.kind === 'burst' || thrown.kind === 'budget'))
    .filter(
      ({ thrown, endedAt }) =>
        !(Number((thrown as { retryAt: number | null }).retryAt ?? 0) > endedAt - 60_000),
    )
    .map((call) => `${formatCall(call)} does not say when to come back`);
