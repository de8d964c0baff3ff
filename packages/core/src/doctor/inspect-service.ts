import { toForm } from '../dialects/profile.ts';
import { type AsyncHost, runAsync } from '../exchange/drivers.ts';
import type { Exchange } from '../exchange/effect.ts';
import { unknownRateState } from '../quota/limits-recipe.ts';
import type { Reading } from '../recipes/read-by-recipe.ts';
import type { ClientOptions } from '../request/options.ts';
import { applyEvent, openSession, type Session } from '../request/session.ts';
import type { Website } from '../resources/resources.ts';
import { type DoctorReport, type Inspection, recordFinding, sampleWebsites, sendProbe } from './probe.ts';
import { sampleBodies } from './sample-bodies.ts';
import { selectSampleWebsites } from './select-sample-websites.ts';
import { probeWindow } from './window-probe.ts';

export interface InspectionOptions {
  /** Asks for the list and one score only. */
  readonly quick?: boolean;
  /** Samples two more websites for each endpoint, a request each. */
  readonly several?: boolean;
}

/**
 * Finds the Form of a service and recipes for its bodies in at most 6 requests, 2 if `quick`. An endpoint costs one more if
 * it refuses the first parameter name or its answers omit their website, and two more if it ignores the name. A refusal of
 * both windows at once costs one more. Evidence of the Form comes from specified answers (§4, §7), that of the window from
 * the days in the answer. A fault of the key, a limit or the network ends the inspection as the finding of its endpoint.
 * @throws ApiError if the first request fails
 */
function* inspect(session: Session, options: Required<InspectionOptions>): Exchange<DoctorReport> {
  const inspection: Inspection = {
    session,
    findings: [],
    samples: {},
    sampled: {},
    spent: 0,
    last: null,
    over: false,
  };
  const list = yield* sendProbe(inspection, { endpoint: 'websites' }, '');
  const reading = (yield* recordFinding(inspection, { endpoint: 'websites' }, list)) as Reading<
    readonly Website[]
  > | null;
  const websites = reading?.ok ? reading.value : [];
  applyEvent(session, { type: 'websites', ids: websites.map(({ id }) => id) });
  const chosen = selectSampleWebsites(inspection.samples.websites?.[0], websites);
  const [website] = chosen;
  if (website) {
    yield* sampleBodies(inspection, 'authority', website.id, options.quick);
    if (!options.quick) {
      for (const endpoint of ['citations', 'competitors'] as const)
        if (!inspection.over) yield* sampleBodies(inspection, endpoint, website.id, false);
      if (!inspection.over) yield* probeWindow(inspection, website.id);
      const ids = chosen.slice(1).map(({ id }) => id);
      yield* sampleWebsites(inspection, options.several ? ids : []);
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
    sampled: inspection.sampled,
    spent: inspection.spent,
    rate: last?.rate ?? unknownRateState,
    clockSkewMs: serviceMs === null || last === null ? null : serviceMs - last.fetchedAt,
  };
}

/** Inspects a service on a host. @throws ApiError (rejection) if the first request fails */
export function inspectService(
  options: ClientOptions,
  host: AsyncHost,
  { quick = false, several = false }: InspectionOptions = {},
): Promise<DoctorReport> {
  return runAsync(inspect(openSession(options, host), { quick, several }), host);
}
