import { learnInto } from '../asking/attempt.ts';
import type { Session } from '../asking/session.ts';
import type { Endpoint } from '../dialects/dialect.ts';
import { dialectOf, formOf } from '../dialects/profile.ts';
import { recogniseParameter } from '../dialects/recognise.ts';
import { type Exchange, now } from '../exchange/effect.ts';
import { isApiError } from '../faults/api-error.ts';
import { readRate } from '../quota/headers.ts';
import { unknownRate } from '../quota/rate-state.ts';
import { readWebsites } from '../websites/read-websites.ts';
import type { Website } from '../websites/website.ts';
import { readInstant } from '../windows/instant.ts';
import type { DoctorReport } from './report.ts';
import { inspect, record, type Visit } from './visit.ts';
import { probeWindow } from './window-probe.ts';

type Sampled = Exclude<Endpoint, 'websites' | 'analytics'>;

function* sample(visit: Visit, endpoint: Sampled, website: string, form: 1 | 2): Exchange<void> {
  const query = `?${dialectOf(form).websiteParameter}=${encodeURIComponent(website)}`;
  record(visit, endpoint, yield* inspect(visit, { endpoint, website }, query));
}

/** Settles the website parameter: `websiteId` first, because both Forms' answers to it are specified (§4). */
function* settleParameter(visit: Visit, website: string): Exchange<void> {
  const { session } = visit;
  const asked = session.profile.websiteParameter.form ?? 1;
  const query = `?${dialectOf(asked).websiteParameter}=${encodeURIComponent(website)}`;
  const outcome = yield* inspect(visit, { endpoint: 'authority', website }, query);
  const code = isApiError(outcome) ? outcome.code : null;
  yield* learnInto(session, recogniseParameter(asked, outcome.status ?? 0, code, yield* now()));
  if (session.profile.websiteParameter.form === asked || code !== 'bad_request')
    record(visit, 'authority', outcome);
}

function* sampleAll(visit: Visit, website: string): Exchange<void> {
  yield* probeWindow(visit, website);
  const form = visit.session.profile.websiteParameter.form ?? 1;
  const done = visit.findings.some((finding) => finding.endpoint === 'authority');
  const endpoints: readonly Sampled[] = done
    ? ['citations', 'competitors']
    : ['authority', 'citations', 'competitors'];
  for (const endpoint of endpoints) yield* sample(visit, endpoint, website, form);
}

/**
 * Finds out which Form a service speaks and how its bodies are read, in at most 6 requests; `quick` in at most 2.
 * The Form is told by answers that the specification states (§4, §7); the window by the dates that come back.
 * @throws ApiError where the key or the way to the service fails
 */
export function* doctor(session: Session, options: { readonly quick: boolean }): Exchange<DoctorReport> {
  const visit: Visit = { session, findings: [], spent: 0, last: null };
  const reading = readWebsites(
    record(visit, 'websites', yield* inspect(visit, { endpoint: 'websites' }, '')),
  );
  const websites: readonly Website[] = reading.ok ? reading.value : [];
  const website = websites.find((candidate) => candidate.domain !== null) ?? websites[0];
  if (website) {
    yield* settleParameter(visit, website.id);
    if (!options.quick) yield* sampleAll(visit, website.id);
  }
  const { last } = visit;
  const date = last?.headers.date;
  const theirs = date === undefined ? null : readInstant(date);
  return {
    form: formOf(session.profile),
    profile: session.profile,
    websites,
    endpoints: visit.findings,
    spent: visit.spent,
    rate: last ? readRate(last.headers, last.fetchedAt) : unknownRate,
    clockSkewMs: theirs === null || last === null ? null : theirs - last.fetchedAt,
  };
}
