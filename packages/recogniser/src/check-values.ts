import { checkWitness, isKnownEngine, type Recipe, type ResourceValues } from '@answershare/core';
import type { Guesses } from './guesses.ts';
import { doubtfulRows } from './vocabulary.ts';

type Competitors = ResourceValues['competitors'];

/** Whether every body has a row with the very share or the very mentions of the own brand. */
function listsOwnBrand(values: readonly Competitors[]): boolean {
  const known = values.filter(
    ({ shareOfVoice, competitors }) => shareOfVoice !== null && competitors.length > 0,
  );
  const isListed = ({ shareOfVoice, mentions, competitors }: Competitors): boolean =>
    competitors.some((row) => row.share === shareOfVoice || (mentions !== null && row.mentions === mentions));
  return known.length > 0 && known.every(isListed);
}

/** Whether the own mentions agree with the own share as the rivals' do; null where nothing shows it. */
function ownMentionsHold({
  shareOfVoice,
  mentions,
  totalMentions,
  competitors,
}: Competitors): boolean | null {
  if (shareOfVoice === null || mentions === null) return null;
  if (totalMentions !== null && totalMentions > 0)
    return Math.abs(mentions / totalMentions - shareOfVoice) < 0.0051;
  const rival = competitors.find((row) => row.share !== null && row.share > 0 && row.mentions !== null);
  if (rival === undefined) return null;
  const all = (rival.mentions ?? 0) / (rival.share ?? 1);
  return all > 0 ? Math.abs(mentions / all - shareOfVoice) < 0.03 : null;
}

export function doubtCompetitors(
  recipe: Recipe,
  values: readonly Competitors[],
  isVague: boolean,
  guesses: Guesses,
): void {
  const at = recipe.lists?.competitors?.[0]?.at ?? '';
  if (recipe.own === undefined && listsOwnBrand(values))
    guesses.doubt(`no row at ${at} is the own brand's, although one has its share or its mentions`);
  const isOver = ({ shareOfVoice, competitors }: Competitors): boolean =>
    competitors.reduce((sum, { share }) => sum + (share ?? 0), shareOfVoice ?? 0) > 1.03;
  if (values.some(isOver))
    guesses.doubt(`the shares at ${at} are parts of one whole, although they exceed it`);
  const makesWhole = ({ shareOfVoice, competitors }: Competitors): boolean =>
    shareOfVoice === null &&
    competitors.length > 1 &&
    Math.abs(competitors.reduce((sum, { share }) => sum + (share ?? 0), 0) - 1) < 0.005;
  if (recipe.own === undefined && values.some(makesWhole))
    guesses.doubt(`no row at ${at} is the own brand's, although the rows make the whole`);
  const codecs = [recipe.whole?.shareOfVoice, recipe.lists?.competitors?.[0]?.fields.share];
  const isMixed =
    codecs.some((one) => one?.endsWith('percent')) && codecs.some((one) => one?.endsWith('fraction'));
  if (isMixed && values.some((value) => checkWitness('whole', value) === false))
    guesses.doubt(
      `shares at ${at} have another unit than ${recipe.whole?.shareOfVoice?.replace(/ \S+$/, '')}`,
    );
  const names = values.flatMap(({ competitors }) => competitors.map(({ name }) => name));
  const odd = names.find((name) => doubtfulRows.test(name));
  if (odd !== undefined) guesses.doubt(`${JSON.stringify(odd)} at ${at} is the name of a brand`);
  if (names.length > 0 && names.every(isKnownEngine))
    guesses.doubt(`the rows at ${at} are brands, although they have names of engines`);
  const held = values.map(ownMentionsHold);
  if (isVague && (held.includes(false) || !held.includes(true)))
    guesses.doubt(`${recipe.whole?.mentions?.replace(/ \S+$/, '')} counts the mentions of the own brand`);
}

type Days = ResourceValues['analytics']['days'];

/** A column that never falls and mostly rises may be a running sum. */
function risingColumn(days: Days): string | null {
  if (days.length < 7) return null;
  return (
    (['visitors', 'pageviews', 'citations'] as const).find((name) => {
      const values = days.flatMap((day) => day[name] ?? []);
      const rises = values.filter((value, at) => at > 0 && value > (values[at - 1] ?? 0)).length;
      const falls = values.filter((value, at) => at > 0 && value < (values[at - 1] ?? 0)).length;
      return values.length >= 7 && falls === 0 && rises >= values.length / 2;
    }) ?? null
  );
}

export function doubtDays(
  recipe: Recipe,
  values: readonly ResourceValues['analytics'][],
  guesses: Guesses,
): void {
  const at = recipe.lists?.days?.[0]?.at ?? '';
  if (values.some((value) => checkWitness('daily', value) === false))
    guesses.doubt(`the rows at ${at} are days, although they are further apart`);
  const rising = values.map(({ days }) => risingColumn(days)).find((name) => name !== null);
  if (rising !== undefined) guesses.doubt(`${rising} in ${at} are of each day, although they only rise`);
}
