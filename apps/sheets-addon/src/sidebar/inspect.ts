import {
  applyRecipe,
  type Draft,
  type Endpoint,
  hasEmptyList,
  type KnownRecipe,
  matchWebsites,
  maxAlternatives,
  type RecipeStatus,
  type Recognition,
  readByRecipe,
  readByRecipes,
  selectSampleWebsites,
  type Website,
  websiteEndpointNames,
} from '@answershare/core';
import { recognise, recogniseLimits } from '@answershare/recogniser';
import type { ListSample, SampleBody, SampleSource } from '../actions/sample-figures.ts';
import type { ConnectAnswer, FailedAnswer, StatusAnswer } from '../connection/connection.ts';
import type { CellFault } from '../ports/query.ts';
import type { callAction } from './server.ts';

/** An endpoint and the id of a website. */
interface Sampling {
  readonly endpoint: Endpoint;
  readonly website: string;
}

export interface EndpointInspection {
  readonly endpoint: Endpoint;
  /** The name of the figures' website; null for the list. */
  readonly website: string | null;
  /** The parsed body; undefined without one. */
  readonly body: unknown;
  /** The status of the body's recipe; null if the user must decide. */
  readonly status: RecipeStatus | null;
  /** Recipes to choose from; the one in use, else the best, is first. */
  readonly drafts: readonly Draft[];
  /** Why none may be used without a decision; empty if one is. */
  readonly reason: string;
  /** Why the present recipe no longer fits; null if it fits or there was none. */
  readonly change: string | null;
  /** Why there is no body. */
  readonly fault: CellFault | null;
  /** The file's present recipes, without those of empty lists. */
  readonly known: readonly KnownRecipe[];
  /** Other websites, to compare with. */
  readonly others: readonly Sampling[];
}

function parseJson({ text }: SampleBody): unknown {
  try {
    return text === null ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}

const reads = (endpoint: Endpoint, { recipe }: Pick<Draft, 'recipe'>, body: unknown): boolean =>
  applyRecipe(endpoint, recipe, body).ok;

/**
 * Drafts for a body: of all bodies together, then of this one alone, whose shape the others may not have. Clear is only a
 * recipe that reads them all.
 */
function recogniseAll(endpoint: Endpoint, body: unknown, others: readonly unknown[]): Recognition {
  const all = [body, ...others];
  const joint = recognise(endpoint, all);
  const own = others.length === 0 ? joint : recognise(endpoint, [body]);
  const usable = joint.drafts.filter((draft) => reads(endpoint, draft, body));
  const [best] = usable;
  const clear = joint.clear && best !== undefined && all.every((one) => reads(endpoint, best, one));
  const texts = usable.map(({ recipe }) => JSON.stringify(recipe));
  const more = own.drafts.filter(({ recipe }) => !texts.includes(JSON.stringify(recipe)));
  const reason = joint.reason || own.reason || 'other websites have other answers';
  return { clear, drafts: [...usable, ...more], reason: clear ? '' : reason };
}

/** What an inspection of one body needs, other than the body. */
interface BodyTerms {
  readonly endpoint: Endpoint;
  readonly website: string | null;
  /** Present recipes of the endpoint. */
  readonly recipes: readonly KnownRecipe[];
  readonly others?: readonly Sampling[];
  /** Other websites' bodies. */
  readonly bodies?: readonly unknown[];
}

/**
 * Inspects one body, together with those of other websites. A present recipe that fits stays. Without one, a clear draft
 * is used at once. If the present recipe no longer fits, the user decides: a figure may have another unit or meaning.
 * A recipe of an empty list says nothing about rows.
 */
function inspectBody(
  sample: SampleBody,
  { endpoint, website, recipes, others = [], bodies = [] }: BodyTerms,
): EndpointInspection & { readonly learnt: boolean } {
  const body = parseJson(sample);
  const known = recipes.filter(({ recipe }) => !hasEmptyList(recipe));
  const about = { endpoint, website, body, fault: sample.fault, known, others };
  const undecided = { status: null, drafts: [], reason: '', change: null, learnt: false };
  if (body === undefined) return { ...about, ...undecided };
  const fits = known.find((one) => reads(endpoint, one, body));
  // Bodies of the earlier shape would settle the units of a new one.
  const alike = fits ? bodies : bodies.filter((other) => !known.some((one) => reads(endpoint, one, other)));
  const { clear, drafts, reason } = recogniseAll(endpoint, body, alike);
  if (fits) {
    const { recipe, assumes } = fits;
    const other = drafts.filter((draft) => JSON.stringify(draft.recipe) !== JSON.stringify(recipe));
    return { ...about, ...undecided, status: fits.status, drafts: [{ recipe, assumes }, ...other] };
  }
  const reading = readByRecipes(endpoint, known, body);
  const change = known.length > 0 && !reading.ok ? reading.reason : null;
  const isClear = clear && change === null;
  const texts = recipes.map(({ recipe }) => JSON.stringify(recipe));
  const learnt = isClear && !texts.includes(JSON.stringify(drafts[0]?.recipe));
  return {
    ...about,
    status: isClear ? 'provisional' : null,
    drafts,
    reason: clear ? '' : reason,
    change,
    learnt,
  };
}

/** Runs one of the add-on's actions. */
export type ActionCaller = typeof callAction;

/** Result of an inspection. */
export interface FileInspection {
  readonly ok: true;
  readonly findings: readonly EndpointInspection[];
  /** When it began, milliseconds since the epoch. */
  readonly since: number;
  /** The recipe of the list of websites. */
  readonly list: readonly KnownRecipe[];
}

const toKnownRecipe = ({ recipe, assumes }: Draft, status: RecipeStatus, learntAt: number): KnownRecipe => ({
  recipe,
  assumes,
  status,
  learntAt,
});

/** Faults that another website may not have. */
const websiteFaults = ['paused', 'not_found', 'bad_answer', 'server_error', 'timeout', 'unreachable'];

/** Most other websites of an endpoint that are asked, or whose stored answers are read. */
const maxOthers = 2;
const maxStored = 8;

/** The website whose answer no recipe could read last, else the first one. */
function chooseLead(
  endpoint: Endpoint,
  websites: readonly Website[],
  chosen: readonly Website[],
  unread: ListSample['unread'],
): Website | undefined {
  const failed = unread.find((one) => one.endpoint === endpoint);
  const [lead] = failed === undefined ? [] : matchWebsites(websites, failed.reference ?? '');
  return lead ?? chosen[0];
}

/**
 * Samples a body of each endpoint, first of the website that failed last. An endpoint without a fitting recipe gets two
 * other websites' bodies too. Infers recipes for them and for the limit headers, and stores the clear ones. The script
 * contains no inference: this runs in the sidebar's page, and in tests in its place.
 * @param choice the user's choice of recipe for the list of websites
 */
export async function inspectFileEndpoints(
  act: ActionCaller,
  source: SampleSource,
  choice: Draft | null = null,
): Promise<FileInspection | FailedAnswer> {
  const first = await act('sampleList', { source });
  if (!first.ok) return first;
  const { list, known, since, allowed, unread } = first.done;
  const ofList = inspectBody(list, { endpoint: 'websites', website: null, recipes: known.websites ?? [] });
  const draft = choice ?? ofList.drafts[0];
  const reading = draft && readByRecipe('websites', draft.recipe, ofList.body);
  if (draft === undefined || !reading?.ok) return { ok: true, findings: [ofList], since, list: [] };
  const listRecipe = [toKnownRecipe(draft, 'provisional', since)];
  const websites = reading.value.filter(({ id }) => allowed === null || allowed.includes(id));
  const chosen = selectSampleWebsites(ofList.body, websites);
  const sample = (queries: readonly Sampling[]) =>
    act('sampleFigures', { source, since, websites: listRecipe, queries });

  // Stored answers cost no request.
  const candidates = source === 'stored' ? [...new Set([...chosen, ...websites])] : chosen;
  const most = source === 'stored' ? maxStored : maxOthers;
  const leads = websiteEndpointNames.flatMap((endpoint) => {
    const lead = chooseLead(endpoint, websites, chosen, unread);
    const others = candidates.filter((one) => one !== lead).slice(0, most);
    return lead === undefined
      ? []
      : [{ endpoint, lead, others: others.map(({ id }) => ({ endpoint, website: id })) }];
  });
  const second = await sample(leads.map(({ endpoint, lead }) => ({ endpoint, website: lead.id })));
  if (!second.ok) return second;
  const isOpen = leads.map(({ endpoint }, at) => {
    const one = second.done.samples[at] as SampleBody;
    if (source === 'stored') return true;
    if (one.fault !== null) return websiteFaults.includes(one.fault.code);
    const settled = (known[endpoint] ?? []).filter(({ recipe }) => !hasEmptyList(recipe));
    return !settled.some((recipe) => reads(endpoint, recipe, parseJson(one)));
  });
  const further = leads.flatMap(({ others }, at) => (isOpen[at] ? others : []));
  const third = further.length === 0 ? null : await sample(further);
  if (third?.ok === false) return third;
  const figures = leads.map(({ endpoint, lead, others }, at) => {
    const samples = [second.done.samples[at] as SampleBody].concat(
      others.flatMap((one) => third?.done.samples[further.indexOf(one)] ?? []),
    );
    const sizes = samples.map(({ text }) => text?.length ?? 0);
    const hasChanged = sizes[0] !== 0 && (known[endpoint] ?? []).some(({ recipe }) => !hasEmptyList(recipe));
    const best = hasChanged ? 0 : sizes.indexOf(Math.max(...sizes));
    const ids = [lead.id, ...others.map(({ website }) => website)];
    const { name, domain, id } = websites.find((one) => one.id === ids[best]) ?? lead;
    return inspectBody(samples[best] as SampleBody, {
      endpoint,
      website: name ?? domain ?? id,
      recipes: known[endpoint] ?? [],
      others: others.filter((one) => one.website !== ids[best]),
      bodies: samples.filter((one, index) => index !== best && one.text !== null).map(parseJson),
    });
  });
  const findings = [ofList, ...figures];
  const learnt = findings.filter((finding) => finding.learnt);
  const headers = [...second.done.headers, ...(third?.done.headers ?? [])];
  const limits = recogniseLimits(headers, second.done.limits);
  const isNew = JSON.stringify(limits) !== JSON.stringify(second.done.limits);
  if (learnt.length > 0 || isNew) {
    const recipes: Partial<Record<Endpoint, readonly KnownRecipe[]>> = {};
    for (const { endpoint, drafts } of learnt)
      recipes[endpoint] = drafts.slice(0, 1).map((one) => toKnownRecipe(one, 'provisional', since));
    const run = source === 'stored' || learnt.some(({ endpoint }) => known[endpoint] !== undefined);
    const stored = await act('keepRecipes', { recipes, run, ...(isNew ? { limits } : {}) });
    if (!stored.ok) return stored;
  }
  return { ok: true, findings, since, list: listRecipe };
}

/** True for a recipe of the file; the file need not keep those that the build set. */
const isOwn = ({ status }: KnownRecipe): boolean => status !== 'configured';

/**
 * Stores recipes that the user confirmed, and runs the formulas again. If an endpoint's answers have changed, two other
 * websites are asked anew. Where the earlier recipe still reads one of them, it stays, and is tried first. Else bodies of
 * the earlier recipe are no longer shown: the new recipe would read them differently. Bodies that the earlier recipe
 * could not read are read now, without a request.
 */
export async function confirmFileRecipes(
  act: ActionCaller,
  { findings, since, list }: FileInspection,
  chosen: readonly (readonly [Endpoint, Draft])[],
): Promise<{ readonly ok: true; readonly faults: readonly string[] } | FailedAnswer> {
  const recipes: Partial<Record<Endpoint, readonly KnownRecipe[]>> = {};
  for (const [endpoint, draft] of chosen) {
    const confirmed = toKnownRecipe(draft, 'confirmed', since);
    const {
      known = [],
      change = null,
      others = [],
      body,
    } = findings.find((finding) => finding.endpoint === endpoint) ?? {};
    const own = known.filter(isOwn);
    if (change === null) {
      const rest = own.filter((one) => !reads(endpoint, one, body));
      recipes[endpoint] = [...rest, confirmed].slice(-maxAlternatives);
      continue;
    }
    const queries = others.slice(0, maxOthers);
    const asked = await act('sampleFigures', { source: 'service', since, websites: list, queries });
    if (!asked.ok) return asked;
    const bodies = asked.done.samples.filter(({ text }) => text !== null).map(parseJson);
    const alive = own.filter((one) => bodies.some((other) => reads(endpoint, one, other)));
    recipes[endpoint] =
      alive.length > 0 ? [...alive, confirmed].slice(-maxAlternatives) : [{ ...confirmed, validFrom: since }];
  }
  const stored = await act('keepRecipes', { recipes, run: true });
  return stored.ok ? { ok: true, faults: stored.done.faults } : stored;
}

/** Calls a function of the script, as google.script.run does. */
export type ScriptCall = (name: string, args: unknown[]) => Promise<unknown>;

export const toActionCaller =
  (call: ScriptCall): ActionCaller =>
  (name, ...input) =>
    call('act', [name, ...input]) as ReturnType<ActionCaller> as never;

/** Inspects the service of a connected file, as the sidebar's page does on opening. */
export const inspectFile = (call: ScriptCall): ReturnType<typeof inspectFileEndpoints> =>
  inspectFileEndpoints(toActionCaller(call), 'cached');

/** Connects a file and inspects the service, as the sidebar's page does. */
export async function connectFile(call: ScriptCall, key: string): Promise<ConnectAnswer | StatusAnswer> {
  const answer = (await call('connect', [key])) as ConnectAnswer;
  if (!answer.ok) return answer;
  const inspection = await inspectFile(call);
  return inspection.ok ? ((await call('connectionStatus', [])) as StatusAnswer) : inspection;
}
