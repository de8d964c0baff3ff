import { isApiError } from '../../src/index.ts';
import { visitorsOf } from './good-bodies.ts';
import { formatCall, type Law, spentOf } from './law.ts';
import { toWebsite } from './ledger.ts';
import { key } from './scripted-service.ts';

/** A call fails with an ApiError and nothing else. */
export const failsWithApiErrors: Law = ({ calls }) =>
  calls
    .filter(({ result, thrown }) => result === null && !isApiError(thrown))
    .map((call) => `${formatCall(call)} threw ${String((call.thrown as Error)?.stack ?? call.thrown)}`);

/** (d) The `spent` of all calls equals the requests of the service. */
export const countsRequests: Law = ({ sent, calls }) => {
  const spent = calls.reduce((sum, call) => sum + spentOf(call), 0);
  const each = calls.map(
    (call) =>
      `${formatCall(call)}: ${spentOf(call)} ${call.result?.meta.source ?? (call.thrown as Error)?.message}`,
  );
  return spent === sent.length ? [] : [`${spent} reported, ${sent.length} sent:\n${each.join('\n')}`];
};

/** (d) Who only took another's answer spent nothing. */
export const sharesAtNoCost: Law = ({ calls }) =>
  calls
    .filter(
      ({ result }) =>
        result?.meta.source === 'fresh' && result.meta.window === undefined && result.meta.spent > 0,
    )
    .map((call) => `${formatCall(call)} was fresh and cost ${spentOf(call)}`);

/** A text as a result has it, where it echoes the key as it is. */
const withoutEcho = (text: string): string => text.split(key).join('[redacted]');

/** True for two texts that differ in the field with the echo alone. */
const sameButOwner = (...texts: readonly [string, string]): boolean => {
  const [one, other] = texts.map((text) => text.replace(/"owner":"[^"]*"/, ''));
  return one === other;
};

/** (e) The text of a result is one that the host gave for its question, byte for byte but for an echo of the key. */
export const keepsText: Law = ({ sent, calls }) =>
  calls
    .filter(({ result }) => result !== null)
    .filter(({ asked, result }) => {
      const { endpoint, site } = asked;
      return !sent.some(({ url, served }) => {
        if (!url.pathname.endsWith(`/${endpoint}`) || !served?.outcome.ok) return false;
        if (endpoint !== 'websites' && toWebsite(url) !== site) return false;
        const { text } = served.outcome;
        const isEscaped = served.plan.does === 'good' && served.plan.dress === 'escaped';
        return isEscaped ? sameButOwner(text, result?.text ?? '') : withoutEcho(text) === result?.text;
      });
    })
    .map((call) => `${formatCall(call)} has a text that no answer had: ${JSON.stringify(call.result?.text)}`);

interface Days {
  readonly days: readonly { readonly date: string; readonly visitors: number | null }[];
}

/** (f) Days lie in the stated window, have the stated number, and hold the number of their website and date. */
export const staysInWindow: Law = ({ calls }) =>
  calls.flatMap((call) => {
    const { result, asked } = call;
    if (asked.endpoint !== 'analytics' || result === null) return [];
    const { days } = result.value as Days;
    const { window } = result.meta;
    if (!window) return [`${formatCall(call)} does not tell its window`];
    const outside = days.filter(({ date }) => date < window.from || date > window.to);
    const wrong = days.filter(
      ({ date, visitors }) => visitors !== null && visitors !== visitorsOf(asked.site, date),
    );
    return [
      ...outside.map(({ date }) => `${formatCall(call)}: ${date} outside ${window.from}..${window.to}`),
      ...wrong.map(({ date, visitors }) => `${formatCall(call)}: ${date} has ${visitors}, another's number`),
      ...(window.given === days.length
        ? []
        : [`${formatCall(call)}: stated ${window.given}, gave ${days.length}`]),
      ...('from' in asked.window && (asked.window.from !== window.from || asked.window.to !== window.to)
        ? [`${formatCall(call)}: stated ${window.from}..${window.to}`]
        : []),
    ];
  });

/** What a reader of a text sees: its JSON parsed, its percent-encoding taken back. */
function decoded(text: string): string {
  const plain = text.replace(/\\u00([0-7][0-9a-f])/gi, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
  return plain.replace(/%([0-7][0-9a-f])/gi, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
}

/** (g) The key is in its header and nowhere else. */
export const hidesKey: Law = ({ calls, events, cached, sent }) => {
  const errors = calls.flatMap(({ thrown, result }) => [thrown, result?.meta.fault ?? null]);
  const texts = [
    ...events.map(({ event }) => JSON.stringify(event)),
    ...errors
      .filter((error) => error !== null)
      .flatMap((error) => {
        const { message, stack, hint, raw, code, requestId } = error as Record<string, string>;
        return [JSON.stringify(error), String(error), message, stack, hint, raw, code, requestId];
      }),
    ...calls.map(({ result }) => JSON.stringify(result ?? null)),
    ...cached,
    ...sent.map(({ request }) => request.url),
  ];
  return texts
    .filter((text) => text?.includes(key) || decoded(text ?? '').includes(key))
    .map((text) => `the key is in ${text}`);
};

/** (k) An error keeps the service's code as it came. */
export const keepsCode: Law = ({ calls, sent }) => {
  const codes = sent.map(({ served }) => (served?.plan.does === 'refuse' ? served.plan.code : null));
  return calls
    .filter(({ thrown }) => isApiError(thrown) && thrown.code === null && thrown.spent > 0)
    .filter(({ thrown }) =>
      codes.some((code) => code !== null && (thrown as { raw: string }).raw.includes(`"code":"${code}"`)),
    )
    .map((call) => `${formatCall(call)} lost its code: ${(call.thrown as { raw: string }).raw}`);
};

/** (k) Each client reports a drift once. */
export const reportsDriftOnce: Law = ({ events }) => {
  const reported = events.flatMap(({ client, event }) =>
    event.type === 'drift' ? [`${client} ${event.what}`] : [],
  );
  return reported
    .filter((what, at) => reported.indexOf(what) !== at)
    .map((what) => `reported twice: ${what}`);
};

/** (k) A limit header that could not be read is kept in the result as it came, but for an answer from the cache. */
export const keepsUnread: Law = ({ calls, sent }) =>
  calls.flatMap((call) => {
    if (call.result?.meta.source !== 'network') return [];
    const from = sent.find(
      ({ served }) => served?.outcome.ok && withoutEcho(served.outcome.text) === call.result?.text,
    );
    const headers = from?.served?.outcome.ok ? from.served.outcome.headers : {};
    const mood = headers['x-ratelimit-mood'];
    const { unread } = call.result.meta.rate;
    return mood === undefined || unread.includes(`x-ratelimit-mood: ${withoutEcho(mood)}`)
      ? []
      : [`${formatCall(call)} lost x-ratelimit-mood: ${mood}`];
  });

/** (d) Each request has one event, and each event one request. */
export const emitsEachRequest: Law = ({ events, sent }) => {
  const reported = events.filter(({ event }) => event.type === 'request').length;
  return reported === sent.length ? [] : [`${reported} requests reported, ${sent.length} sent`];
};
