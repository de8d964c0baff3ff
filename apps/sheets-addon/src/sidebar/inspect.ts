import {
  applyRecipe,
  type Draft,
  type Endpoint,
  type KnownRecipe,
  type RecipeBook,
  type RecipeStatus,
  readByRecipe,
  readByRecipes,
} from '@answershare/core';
import { recognise, recogniseLimits } from '@answershare/recogniser';
import type { FigureSample } from '../actions/sample-figures.ts';
import type { ConnectAnswer, FailedAnswer, StatusAnswer } from '../connection/connection.ts';
import type { CellFault } from '../ports/query.ts';
import type { callAction } from './server.ts';

export interface EndpointInspection {
  readonly endpoint: Endpoint;
  /** The website of the figures; null for the list. */
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
}

const isSameRecipe = (one: Draft, other: Draft): boolean =>
  JSON.stringify(one.recipe) === JSON.stringify(other.recipe);

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * Inspects one body, with a second website's if one body is unclear. A present recipe that fits stays. Without one, a
 * clear draft is used at once. If the present recipe no longer fits, the user decides: a figure may have another unit
 * or meaning.
 */
export function inspectBody(
  { endpoint, website, text, fault }: FigureSample,
  known: readonly KnownRecipe[],
  further: string | null = null,
): EndpointInspection & { readonly learnt: boolean } {
  const body = text === null ? undefined : parseJson(text);
  const about = { endpoint, website, body, fault };
  const undecided = { status: null, drafts: [], reason: '', change: null, learnt: false };
  if (body === undefined) return { ...about, ...undecided };
  const other = further === null ? undefined : parseJson(further);
  const { clear, drafts, reason } = recognise(endpoint, other === undefined ? [body] : [body, other]);
  const fits = known.find(({ recipe }) => applyRecipe(endpoint, recipe, body).ok);
  if (fits) {
    const others = drafts.filter((draft) => !isSameRecipe(draft, fits));
    const all = [{ recipe: fits.recipe, assumes: fits.assumes }, ...others];
    return { ...about, ...undecided, status: fits.status, drafts: all };
  }
  const reading = readByRecipes(endpoint, known, body);
  const change = known.length > 0 && !reading.ok ? reading.reason : null;
  const learnt = clear && change === null;
  const status = learnt ? 'provisional' : null;
  return { ...about, status, drafts, reason: clear ? '' : reason, change, learnt };
}

/** A figure that a recipe reads from a body. */
export interface FigureLine {
  /** `shareOfVoice`, `competitors.share`. */
  readonly field: string;
  readonly pointer: string;
  readonly value: unknown;
  readonly isShare: boolean;
  /** Rows of its list; null for a figure of the whole body. */
  readonly rows: number | null;
}

type Fields = Readonly<Record<string, unknown>>;

const isRows = (value: unknown): value is readonly Fields[] =>
  Array.isArray(value) && value.every((row) => typeof row === 'object' && row !== null);

/** Rows of the lists whose fields have no prefix. */
function findOwnRows(endpoint: Endpoint, value: unknown): readonly Fields[] {
  if (endpoint === 'websites') return value as readonly Fields[];
  return endpoint === 'analytics' ? ((value as { days: unknown }).days as readonly Fields[]) : [];
}

/** Dates are objects; compared as text. */
function toText(value: unknown): unknown {
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : value;
}

/** The figures that a draft reads from a body, with a pointer each; empty if it does not fit. */
export function listFigureLines(endpoint: Endpoint, draft: Draft, body: unknown): readonly FigureLine[] {
  const reading = readByRecipe(endpoint, draft.recipe, body);
  if (!reading.ok) return [];
  const values = reading.value as unknown as Fields;
  const { fields } = reading.trace;
  return Object.keys(fields).map((field): FigureLine => {
    const { pointer = '', codec = '' } = fields[field] ?? {};
    const [list = '', name] = field.split('.');
    const named = name === undefined ? null : values[list];
    const rows = isRows(named) ? named : pointer.includes('/*') ? findOwnRows(endpoint, reading.value) : null;
    const value = rows === null ? values[field] : rows[0]?.[name ?? field];
    const isShare = /percent|fraction/.test(codec);
    return { field, pointer, value: toText(value ?? null), isShare, rows: rows?.length ?? null };
  });
}

/** Runs one of the add-on's actions. */
export type ActionCaller = typeof callAction;

/** Result of an inspection. */
export interface FileInspection {
  readonly ok: true;
  readonly findings: readonly EndpointInspection[];
  /** When it began, milliseconds since the epoch. */
  readonly since: number;
}

const toRecipeBook = (
  chosen: readonly (readonly [Endpoint, Draft])[],
  status: RecipeStatus,
  learntAt: number,
  changed: readonly Endpoint[] = [],
): RecipeBook => {
  const book: Partial<Record<Endpoint, readonly KnownRecipe[]>> = {};
  for (const [endpoint, { recipe, assumes }] of chosen) {
    const known = { recipe, assumes, status, learntAt };
    book[endpoint] = [changed.includes(endpoint) ? { ...known, validFrom: learntAt } : known];
  }
  return book;
};

/**
 * Samples a body of each endpoint, and a second website's if one body is unclear. Infers recipes for them and for the
 * limit headers, and stores the clear ones. The script contains no inference: this runs in the sidebar's page, and in
 * tests in its place.
 * @param ignoreCache requests cached bodies again
 * @param list the user's choice of recipe for the list of websites
 */
export async function inspectFileEndpoints(
  act: ActionCaller,
  ignoreCache: boolean,
  list: Draft | null = null,
): Promise<FileInspection | FailedAnswer> {
  const first = await act('sampleList', { ignoreCache });
  if (!first.ok) return first;
  const { samples, since } = first.done;
  const websites = samples.map((sample) => inspectBody(sample, first.done.known.websites ?? []));
  const reading = list ?? websites[0]?.drafts[0];
  if (reading === undefined) return { ok: true, findings: websites, since };
  const listRecipes = toRecipeBook([['websites', reading]], 'provisional', since).websites ?? [];
  const terms = { websites: listRecipes, freshFrom: ignoreCache ? since : 0 };
  const second = await act('sampleFigures', terms);
  if (!second.ok) return second;
  const known = second.done.known;
  const findingsOfFirst = second.done.samples.map((sample) =>
    inspectBody(sample, known[sample.endpoint] ?? []),
  );
  const unclear = findingsOfFirst.flatMap(({ endpoint, reason }) => (reason === '' ? [] : [endpoint]));
  const third = unclear.length === 0 ? null : await act('sampleFigures', { ...terms, further: unclear });
  if (third?.ok === false) return third;
  const further = third?.done.samples ?? [];
  const figures = findingsOfFirst.map((finding, at) => {
    const sample = second.done.samples[at];
    const text = further.find(({ endpoint }) => endpoint === finding.endpoint)?.text ?? null;
    const isOther = sample !== undefined && text !== null && text !== sample.text;
    return isOther ? inspectBody(sample, known[finding.endpoint] ?? [], text) : finding;
  });
  const findings = [...websites, ...figures];
  const learnt = findings.flatMap(({ learnt: isLearnt, endpoint, drafts: [draft] }) =>
    isLearnt && draft ? [[endpoint, draft] as const] : [],
  );
  const limits = recogniseLimits(second.done.headers, second.done.limits);
  const isNew = JSON.stringify(limits) !== JSON.stringify(second.done.limits);
  if (learnt.length > 0 || isNew) {
    const recipes = toRecipeBook(learnt, 'provisional', since);
    const stored = await act('keepRecipes', { recipes, ...(isNew ? { limits } : {}) });
    if (!stored.ok) return stored;
  }
  return { ok: true, findings, since };
}

/**
 * Stores recipes that the user confirmed. If a body had changed, bodies of the earlier recipe are no longer shown: the
 * new recipe would read them differently. Bodies that the earlier recipe could not read are read now, without a
 * request.
 */
export function confirmFileRecipes(
  act: ActionCaller,
  { findings, since }: FileInspection,
  chosen: readonly (readonly [Endpoint, Draft])[],
): Promise<{ readonly ok: true } | FailedAnswer> {
  const changed = findings.flatMap(({ endpoint, change }) => (change === null ? [] : [endpoint]));
  return act('keepRecipes', { recipes: toRecipeBook(chosen, 'confirmed', since, changed) });
}

/** Calls a function of the script, as google.script.run does. */
export type ScriptCall = (name: string, args: unknown[]) => Promise<unknown>;

export const toActionCaller =
  (call: ScriptCall): ActionCaller =>
  (name, ...input) =>
    call('act', [name, ...input]) as ReturnType<ActionCaller> as never;

/** Inspects the service of a connected file, as the sidebar's page does on opening. */
export const inspectFile = (call: ScriptCall): ReturnType<typeof inspectFileEndpoints> =>
  inspectFileEndpoints(toActionCaller(call), false);

/** Connects a file and inspects the service, as the sidebar's page does. */
export async function connectFile(call: ScriptCall, key: string): Promise<ConnectAnswer | StatusAnswer> {
  const answer = (await call('connect', [key])) as ConnectAnswer;
  if (!answer.ok) return answer;
  const inspection = await inspectFile(call);
  return inspection.ok ? ((await call('connectionStatus', [])) as StatusAnswer) : inspection;
}
