import { isApiError } from '../../src/index.ts';
import { called, type Law, told } from './law.ts';
import { type Ledger, nobody, questionOf, type Sent, siteOf } from './ledger.ts';

/** (a) Of one question there is one request under way, whoever asks; clients without a common cache stand alone. */
export const oneInFlight: Law = ({ sent }, { shares }) => {
  const found: string[] = [];
  for (const first of sent) {
    for (const second of sent) {
      if (second.order <= first.order || second.order >= first.answeredOrder) continue;
      if (!shares && first.client !== second.client) continue;
      if (siteOf(first.url) === nobody || questionOf(first.url) !== questionOf(second.url)) continue;
      found.push(`${told(second)} while ${told(first)} was under way until ${first.answeredAt}`);
    }
  }
  return found;
};

/** How long a refusal stands for the whole key, milliseconds; the key's own refusals for ten minutes. */
function blockOf({ served, answeredAt }: Sent): number | null {
  if (served === null || !served.outcome.ok) return null;
  const { plan, notBefore, outcome } = served;
  if (plan.does === 'limit' || plan.does === 'good') return notBefore;
  return plan.does === 'refuse' && outcome.status === 401 ? answeredAt + 600_000 : null;
}

/** When the calls of a client that were under way at an instant are over. */
const overOf = ({ calls }: Ledger, client: number, at: number): number =>
  Math.max(
    at,
    ...calls
      .filter(({ asked, startedAt, endedAt }) => asked.client === client && startedAt <= at && endedAt >= at)
      .map(({ endedAt }) => endedAt),
  );

/** True where every call of the client that could have sent a request began after an instant. */
const begunAfter = ({ calls }: Ledger, { client, at }: Sent, instant: number): boolean =>
  calls
    .filter(({ asked, startedAt, endedAt }) => asked.client === client && startedAt <= at && endedAt >= at)
    .every(({ startedAt }) => startedAt > instant);

/**
 * (b), (c) After a refusal that concerns the key nothing leaves before it ends; after one that concerns an endpoint (403)
 * nothing to that endpoint for an hour. Of clients that share a cache it holds for what began after the refused call;
 * of calls at the same time, from the next millisecond.
 */
export const staysAway: Law = (ledger, { shares, concurrent }) => {
  const found: string[] = [];
  for (const first of ledger.sent) {
    const until = blockOf(first);
    const { plan, outcome } = first.served ?? {};
    const forbidden = plan?.does === 'refuse' && outcome?.ok && outcome.status === 403;
    for (const second of ledger.sent) {
      if (second.order < first.answeredOrder) continue;
      if (concurrent && second.at === first.answeredAt) continue;
      if (second.client !== first.client) {
        if (!shares || !begunAfter(ledger, second, overOf(ledger, first.client, first.answeredAt))) continue;
      }
      if (until !== null && second.at < until)
        found.push(`${told(second)} though #${first.serial} said not before ${until}`);
      if (forbidden && second.url.pathname === first.url.pathname && second.at < first.answeredAt + 3_600_000)
        found.push(`${told(second)} though #${first.serial} forbade the endpoint`);
    }
  }
  return found;
};

/** The longest that a failure of the service is heeded, milliseconds. */
const longestFailure = 600_000;

/** (c) After a failure that says when to come back nothing leaves for that question before, ten minutes at most. */
export const comesBackLater: Law = (ledger, { shares, concurrent }) => {
  const found: string[] = [];
  for (const first of ledger.sent) {
    const { plan, outcome } = first.served ?? {};
    if (plan?.does !== 'refuse' || !outcome?.ok || outcome.status < 500) continue;
    const seconds = Number(plan.headers['retry-after']);
    // A number as large is an instant by mistake.
    if (!(seconds < 1e9)) continue;
    const until = first.answeredAt + Math.min(seconds * 1000, longestFailure);
    for (const second of ledger.sent) {
      if (second.order < first.answeredOrder || questionOf(second.url) !== questionOf(first.url)) continue;
      if (concurrent && second.at === first.answeredAt) continue;
      if (second.client !== first.client) {
        if (!shares || !begunAfter(ledger, second, overOf(ledger, first.client, first.answeredAt))) continue;
      }
      if (second.at < until) found.push(`${told(second)} though #${first.serial} said not before ${until}`);
    }
  }
  return found;
};

/** (c) A call is over by its deadline; each of the few requests that learn the Form may take a second more. */
export const endsInTime: Law = ({ calls }, { options, cacheMs }) => {
  const most = (options.deadlineMs ?? 25_000) + 4_000 + cacheMs * 20;
  return calls
    .filter(({ startedAt, endedAt }) => endedAt - startedAt > most)
    .map((call) => `${called(call)} took ${call.endedAt - call.startedAt} ms, more than ${most}`);
};

/** (c) A limit that cannot be waited out says when to come back. */
export const saysWhen: Law = ({ calls }) =>
  calls
    .filter(({ thrown }) => isApiError(thrown) && (thrown.kind === 'burst' || thrown.kind === 'budget'))
    .filter(
      ({ thrown, endedAt }) =>
        !(Number((thrown as { retryAt: number | null }).retryAt ?? 0) > endedAt - 60_000),
    )
    .map((call) => `${called(call)} does not say when to come back`);
