import {
  applyRecipe,
  checkWitness,
  compileRecipe,
  countPercentDecimals,
  daysBetween,
  isAggregateName,
  isKnownEngine,
  isRunningTotal,
  type Endpoint as Kind,
  knownWitnesses,
  type ListRecipe,
  type Recipe,
  type RecipeResult,
  type ResourceValues,
  trafficFields,
  type Witness,
} from '@answershare/core';
import type { Decisions } from './decisions.ts';
import { splitPointer } from './known-names.ts';
import { doubtfulRows } from './vocabulary.ts';

type Competitors = ResourceValues['competitors'];

/** True if a share, rounded to the decimals of another, is equal to it. Small shares round to zero. */
function isEqualShare(share: number | null, other: number): boolean {
  const digits = countPercentDecimals(other) + 2;
  return share === other || (share !== null && other > 0 && share.toFixed(digits) === other.toFixed(digits));
}

/** The name of a row that is the sum of the others in every body with enough rows, or in two of them their mean. */
function findCombinedRow(values: readonly Competitors[]): string | null {
  const long = values.filter(({ competitors }) => competitors.length > 2);
  const isCombined = (share: number, others: readonly number[]): boolean => {
    const sum = others.reduce((all, one) => all + one, 0);
    const mean = long.length > 1 ? sum / others.length : sum;
    const isVaried = others.some((one) => Math.abs(one - share) > 0.0006);
    return isVaried && (Math.abs(share - sum) < 0.0006 * others.length || Math.abs(share - mean) < 0.0006);
  };
  const names = long.map(({ shareOfVoice, competitors }) => {
    const row = competitors.find((one) => {
      const others = competitors.flatMap((other) => (other === one ? [] : (other.share ?? [])));
      return [others, [...others, shareOfVoice ?? 0]].some((list) => isCombined(one.share ?? 0, list));
    });
    return row?.name ?? null;
  });
  return new Set(names).size === 1 ? (names[0] ?? null) : null;
}

/** True if every body has a row with the own share or exactly the own mentions. */
function listsOwnBrand(values: readonly Competitors[]): boolean {
  const known = values.filter(
    ({ shareOfVoice, competitors }) => shareOfVoice !== null && competitors.length > 0,
  );
  const isListed = ({ shareOfVoice, mentions, competitors }: Competitors): boolean =>
    competitors.some(
      (row) => isEqualShare(row.share, shareOfVoice ?? 0) || (mentions !== null && row.mentions === mentions),
    );
  return known.length > 0 && known.every(isListed);
}

/** Whether own mentions match the own share, as for a competitor; null if unknown. */
function areOwnMentionsConsistent({
  shareOfVoice,
  mentions,
  totalMentions,
  competitors,
}: Competitors): boolean | null {
  if (shareOfVoice === null || mentions === null) return null;
  if (totalMentions !== null && totalMentions > 0)
    return Math.abs(mentions / totalMentions - shareOfVoice) < 0.0051;
  const competitor = competitors.find((row) => row.share !== null && row.share > 0 && row.mentions !== null);
  if (competitor === undefined) return null;
  const all = (competitor.mentions ?? 0) / (competitor.share ?? 1);
  return all > 0 ? Math.abs(mentions / all - shareOfVoice) < 0.03 : null;
}

function doubtCompetitors(
  recipe: Recipe,
  values: readonly Competitors[],
  isVague: boolean,
  decisions: Decisions,
): void {
  const at = recipe.lists?.competitors?.[0]?.at ?? '';
  if (recipe.own === undefined && listsOwnBrand(values))
    decisions.doubt(`no row at ${at} is the own brand's, although one has its share or its mentions`);
  const isOver = ({ shareOfVoice, competitors }: Competitors): boolean =>
    competitors.reduce((sum, { share }) => sum + (share ?? 0), shareOfVoice ?? 0) > 1.03;
  if (values.some(isOver))
    decisions.doubt(`the shares at ${at} are parts of one whole, although they exceed it`);
  const makesWhole = ({ shareOfVoice, competitors }: Competitors): boolean =>
    shareOfVoice === null &&
    competitors.length > 1 &&
    Math.abs(competitors.reduce((sum, { share }) => sum + (share ?? 0), 0) - 1) < 0.005;
  if (recipe.own === undefined && values.some(makesWhole))
    decisions.doubt(`no row at ${at} is the own brand's, although the rows make the whole`);
  const codecs = [recipe.whole?.shareOfVoice, recipe.lists?.competitors?.[0]?.fields.share];
  const isMixed =
    codecs.some((one) => one?.endsWith('percent')) && codecs.some((one) => one?.endsWith('fraction'));
  if (isMixed && values.some((value) => checkWitness('whole', value) === false))
    decisions.doubt(
      `shares at ${at} have another unit than ${recipe.whole?.shareOfVoice?.replace(/ \S+$/, '')}`,
    );
  const names = values.flatMap(({ competitors }) => competitors.map(({ name }) => name));
  const odd =
    names.find((name) => isAggregateName(name) === null || doubtfulRows.test(name)) ??
    findCombinedRow(values) ??
    undefined;
  if (odd !== undefined) decisions.doubt(`${JSON.stringify(odd)} at ${at} is the name of a brand`);
  else if (
    values.some((value) => checkWitness('sums', value, recipe.decimals?.['competitors.share']) === false)
  )
    decisions.doubt(`each row at ${at} is a brand, although one is the sum of the others`);
  if (names.length > 0 && names.every(isKnownEngine))
    decisions.doubt(`the rows at ${at} are brands, although they have names of engines`);
  const held = values.map(areOwnMentionsConsistent);
  if (isVague && (held.includes(false) || !held.includes(true)))
    decisions.doubt(`${recipe.whole?.mentions?.replace(/ \S+$/, '')} counts the mentions of the own brand`);
}

function doubtDays(
  recipe: Recipe,
  values: readonly ResourceValues['analytics'][],
  decisions: Decisions,
): void {
  const at = recipe.lists?.days?.[0]?.at ?? '';
  const isDaily = values.map((value) => checkWitness('daily', value));
  const areTwoApart = values.some(
    ({ days: [first, second, ...more] }) =>
      first && second && more.length === 0 && daysBetween(first.date, second.date) > 6,
  );
  if (isDaily.includes(false) || (areTwoApart && !isDaily.includes(true)))
    decisions.doubt(`the rows at ${at} are days, although they are further apart`);
  if (values.some((value) => checkWitness('views', value) === false))
    decisions.doubt(`the rows at ${at} have more visitors than pageviews`);
  const rising = values
    .flatMap(({ days }) => trafficFields.filter((name) => isRunningTotal(days, (day) => day[name], 7)))
    .shift();
  if (rising !== undefined) decisions.doubt(`${rising} in ${at} are of each day, although they only rise`);
}

/** Relations of every service. Few rows cannot show them, so later bodies do. */
const pendingWitnesses: readonly Witness[] = ['daily', 'increments', 'rivals', 'sums'];

/** Relations that hold in one website by chance. */
const chanceWitnesses: readonly Witness[] = ['whole', 'weights', 'engines'];

/** Relations that hold in every value with their figures, or will. */
function findWitnesses<K extends Kind>(recipe: Recipe, values: readonly ResourceValues[K][]): Witness[] {
  const { kind, decimals } = recipe;
  return knownWitnesses[kind].filter((witness) => {
    if (witness === 'percent' && decimals === undefined) return false;
    const held = values
      .map((value) => checkWitness(witness, value, decimals?.['competitors.share']))
      .filter((one) => one !== null);
    const least = pendingWitnesses.includes(witness) ? 0 : chanceWitnesses.includes(witness) ? 2 : 1;
    return held.length >= least && held.every((one) => one);
  });
}

/** Drops totalMentions unless shares or mentions agree with it, and adds the witnesses. */
function withWitnesses(recipe: Recipe, held: readonly Witness[]): Recipe {
  const { totalMentions, ...whole } = recipe.whole ?? {};
  const isShown = held.includes('mentions') || held.includes('brands');
  const kept = totalMentions !== undefined && !isShown ? { ...recipe, whole } : recipe;
  return held.length === 0 ? kept : { ...kept, witnesses: held };
}

/** Sums rows with equal keys in the part that contains the pointer. */
function withSummedRows(recipe: Recipe, pointer: string): Recipe {
  const segments = splitPointer(pointer);
  const isAt = (at: string): boolean => {
    const path = splitPointer(at);
    return path.length === segments.length && path.every((one, n) => one === '*' || one === segments[n]);
  };
  const lists = Object.entries(recipe.lists ?? {}).map(([name, parts]): [string, ListRecipe[]] => [
    name,
    parts.map((part) => (isAt(part.at) ? { ...part, merge: 'sum' as const } : part)),
  ]);
  return { ...recipe, lists: Object.fromEntries(lists) };
}

const readAll = <K extends Kind>(
  kind: K,
  recipe: Recipe,
  bodies: readonly unknown[],
): RecipeResult<ResourceValues[K]>[] => bodies.map((body) => applyRecipe(kind, recipe, body));

/** Applies a recipe to every body: misfits become doubts, and relations that hold become witnesses. */
export function checkDraft(
  kind: Kind,
  bodies: readonly unknown[],
  recipe: Recipe,
  isVague: boolean,
  decisions: Decisions,
): Recipe | null {
  if (!compileRecipe(recipe).ok) return null;
  const first = readAll(kind, recipe, bodies);
  const isAdded = kind === 'citations' || kind === 'analytics';
  const repeated = first.flatMap((one) =>
    isAdded && !one.ok && one.drift.problem === 'repeated' ? [one.drift.pointer] : [],
  )[0];
  const used = repeated === undefined ? recipe : withSummedRows(recipe, repeated);
  if (repeated !== undefined) decisions.doubt(`rows of one key at ${repeated} are added up`);
  const applied = used === recipe ? first : readAll(kind, used, bodies);
  for (const one of applied)
    if (!one.ok)
      decisions.doubt(
        `${one.drift.pointer || 'the body'} holds ${one.drift.found}, and ${one.drift.expected} is expected`,
      );
  const values = applied.flatMap((one) => (one.ok ? [one.value] : []));
  if (values.length === 0) return null;
  if (kind === 'competitors') doubtCompetitors(used, values as never, isVague, decisions);
  if (kind === 'analytics') doubtDays(used, values as never, decisions);
  const result = withWitnesses(used, findWitnesses(used, values as never));
  return compileRecipe(result).ok ? result : null;
}
