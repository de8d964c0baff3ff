import { toForm } from '../dialects/profile.ts';
import { type AsyncHost, runAsync } from '../exchange/drivers.ts';
import type { Exchange } from '../exchange/effect.ts';
import { unknownRateState } from '../quota/limits-recipe.ts';
import type { Reading } from '../recipes/read-by-recipe.ts';
import type { ClientOptions } from '../request/options.ts';
import { applyEvent, openSession, type Session } from '../request/session.ts';
import type { Website } from '../resources/resources.ts';
import { type DoctorReport, type Inspection, recordFinding, sendProbe } from './probe.ts';
import { sampleBodies } from './sample-bodies.ts';
import { probeWindow } from './window-probe.ts';

/**
 * Finds out which Form a service speaks and how its bodies are read, in at most 6 requests; `quick` in at most 2.
 * Each endpoint that refuses the first name costs one more, and so does one whose answers do not name their website; one that
 * ignores the first name costs two more, and a service that refuses both windows at once one.
 * The Form is told by answers that the specification states (§4, §7); the window by the dates that come back.
 * A limit, the key or the way to the service may fail on the way: the visit ends there, with that fault as the endpoint's finding.
 * @throws ApiError where the first request fails
 */
function* inspect(session: Session, options: { readonly quick: boolean }): Exchange<DoctorReport> {
  const visit: Inspection = { session, findings: [], samples: {}, spent: 0, last: null, over: false };
  const list = yield* sendProbe(visit, { endpoint: 'websites' }, '');
  const reading = (yield* recordFinding(visit, 'websites', list)) as Reading<readonly Website[]> | null;
  const websites = reading?.ok ? reading.value : [];
  applyEvent(session, { type: 'listed', ids: websites.map(({ id }) => id) });
  const website = websites.find((candidate) => candidate.domain !== null) ?? websites[0];
  if (website) {
    yield* sampleBodies(visit, 'authority', website.id, options.quick);
    if (!options.quick) {
      for (const endpoint of ['citations', 'competitors'] as const)
        if (!visit.over) yield* sampleBodies(visit, endpoint, website.id, false);
      if (!visit.over) yield* probeWindow(visit, website.id);
    }
  }
  const { last } = visit;
  const theirs = last?.serviceMs ?? null;
  return {
    form: toForm(session.profile),
    profile: session.profile,
    websites,
    endpoints: visit.findings,
    recipes: session.recipes,
    samples: visit.samples,
    spent: visit.spent,
    rate: last?.rate ?? unknownRateState,
    clockSkewMs: theirs === null || last === null ? null : theirs - last.fetchedAt,
  };
}

/** {@link inspect} on a host. */
export function inspectService(
  options: ClientOptions,
  host: AsyncHost,
  { quick = false } = {},
): Promise<DoctorReport> {
  return runAsync(inspect(openSession(options), { quick }), host);
}
