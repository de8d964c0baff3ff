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
  const inspection: Inspection = { session, findings: [], samples: {}, spent: 0, last: null, over: false };
  const list = yield* sendProbe(inspection, { endpoint: 'websites' }, '');
  const reading = (yield* recordFinding(inspection, 'websites', list)) as Reading<readonly Website[]> | null;
  const websites = reading?.ok ? reading.value : [];
  applyEvent(session, { type: 'websites', ids: websites.map(({ id }) => id) });
  const website = websites.find((candidate) => candidate.domain !== null) ?? websites[0];
  if (website) {
    yield* sampleBodies(inspection, 'authority', website.id, options.quick);
    if (!options.quick) {
      for (const endpoint of ['citations', 'competitors'] as const)
        if (!inspection.over) yield* sampleBodies(inspection, endpoint, website.id, false);
      if (!inspection.over) yield* probeWindow(inspection, website.id);
    }
  }
  const { last } = inspection;
  const serviceMs = last?.serviceMs ?? null;
  return {
    form: toForm(session.profile),
    profile: session.profile,
    websites,
    endpoints: inspection.findings,
    recipes: session.recipes,
    samples: inspection.samples,
    spent: inspection.spent,
    rate: last?.rate ?? unknownRateState,
    clockSkewMs: serviceMs === null || last === null ? null : serviceMs - last.fetchedAt,
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
