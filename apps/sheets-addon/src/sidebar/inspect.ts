import type { Draft, Endpoint, KnownRecipe, RecipeBook, RecipeStatus } from '@answershare/core';
import { recogniseLimits } from '@answershare/recogniser';
import type { ActionInput, ActionName, ActionResult } from '../actions/actions.ts';
import type { ConnectAnswer, FailedAnswer, StatusAnswer } from '../connection/connection-status.ts';
import { type EndpointInspection, inspectBody } from './findings.ts';

/** Runs one of the add-on's actions. */
export type CallAction = <K extends ActionName>(
  name: K,
  ...order: ActionInput<K> extends undefined ? [] : [ActionInput<K>]
) => Promise<{ readonly ok: true; readonly done: ActionResult<K> } | FailedAnswer>;

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
 * @param anew requests cached bodies again
 * @param list the user's choice of recipe for the list of websites
 */
export async function inspectEndpoints(
  act: CallAction,
  anew: boolean,
  list: Draft | null = null,
): Promise<FileInspection | FailedAnswer> {
  const first = await act('sampleList', { anew });
  if (!first.ok) return first;
  const { samples, since } = first.done;
  const websites = samples.map((sample) => inspectBody(sample, first.done.known.websites ?? []));
  const reading = list ?? websites[0]?.drafts[0];
  if (reading === undefined) return { ok: true, findings: websites, since };
  const order = toRecipeBook([['websites', reading]], 'provisional', since).websites ?? [];
  const terms = { websites: order, freshFrom: anew ? since : 0 };
  const second = await act('sampleFigures', terms);
  if (!second.ok) return second;
  const known = second.done.known;
  const alone = second.done.samples.map((sample) => inspectBody(sample, known[sample.endpoint] ?? []));
  const unclear = alone.flatMap(({ endpoint, reason }) => (reason === '' ? [] : [endpoint]));
  const third = unclear.length === 0 ? null : await act('sampleFigures', { ...terms, further: unclear });
  if (third?.ok === false) return third;
  const further = third?.done.samples ?? [];
  const figures = alone.map((finding, at) => {
    const sample = second.done.samples[at];
    const text = further.find(({ endpoint }) => endpoint === finding.endpoint)?.text ?? null;
    const isOther = sample !== undefined && text !== null && text !== sample.text;
    return isOther ? inspectBody(sample, known[finding.endpoint] ?? [], text) : finding;
  });
  const findings = [...websites, ...figures];
  const learnt = findings.flatMap(({ learnt: is, endpoint, drafts: [draft] }) =>
    is && draft ? [[endpoint, draft] as const] : [],
  );
  const limits = recogniseLimits(second.done.headers, second.done.limits);
  const isNew = JSON.stringify(limits) !== JSON.stringify(second.done.limits);
  if (learnt.length > 0 || isNew) {
    const recipes = toRecipeBook(learnt, 'provisional', since);
    const kept = await act('keepRecipes', { recipes, ...(isNew ? { limits } : {}) });
    if (!kept.ok) return kept;
  }
  return { ok: true, findings, since };
}

/**
 * Stores recipes that the user confirmed. If a body had changed, bodies of the earlier recipe are no longer shown: the
 * new recipe would read them differently. Bodies that the earlier recipe could not read are read now, without a
 * request.
 */
export function confirmRecipes(
  act: CallAction,
  { findings, since }: FileInspection,
  chosen: readonly (readonly [Endpoint, Draft])[],
): Promise<{ readonly ok: true } | FailedAnswer> {
  const changed = findings.flatMap(({ endpoint, change }) => (change === null ? [] : [endpoint]));
  return act('keepRecipes', { recipes: toRecipeBook(chosen, 'confirmed', since, changed) });
}

/** Calls a function of the script, as google.script.run does. */
export type ScriptCall = (name: string, args: unknown[]) => Promise<unknown>;

export const callAction =
  (call: ScriptCall): CallAction =>
  (name, ...order) =>
    call('act', [name, ...order]) as ReturnType<CallAction> as never;

/** Inspects the service of a connected file, as the sidebar's page does on opening. */
export const inspectFile = (call: ScriptCall): ReturnType<typeof inspectEndpoints> =>
  inspectEndpoints(callAction(call), false);

/** Connects a file and inspects the service, as the sidebar's page does. */
export async function connectFile(call: ScriptCall, key: string): Promise<ConnectAnswer | StatusAnswer> {
  const answer = (await call('connect', [key])) as ConnectAnswer;
  if (!answer.ok) return answer;
  const inspection = await inspectFile(call);
  return inspection.ok ? ((await call('connectionStatus', [])) as StatusAnswer) : inspection;
}
