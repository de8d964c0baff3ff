import type { Cell, Row } from '../reading/cells.ts';
import { place } from '../reading/choose.ts';
import { oneOf } from '../reading/names.ts';
import { readText, repeated, sumOf } from '../reading/numbers.ts';
import { reader } from '../reading/reader.ts';
import { mostTogether, unitByMentions } from '../reading/shares.ts';
import type { Survey } from '../reading/survey.ts';
import { refuse, type Tracer } from '../reading/trace.ts';
import { failed, failedAround, made } from '../reading/unsettled.ts';
import { writtenDomain } from '../websites/domain.ts';
import type { Competitor, Competitors } from './competitors.ts';
import { ownIn, type Parts, readAll, readCount } from './mentions.ts';
import { domainCell, isRest, isSum, mayBeRest } from './nobody.ts';
import { ownBySum } from './own-by-sum.ts';
import { isFlag, isOwnRow, ownNamesIn } from './own-row.ts';
import { isAverage, ownShare, strayShareOfVoice } from './own-share.ts';
import { nameCell, nameIn } from './rival-name.ts';
import { mentionsCell, type Rivals, rivalsOf, shareCell } from './rivals.ts';
import { type Counted, refuseOtherWhole, shareUnits } from './share-units.ts';
import { statedUnit } from './stated-unit.ts';
import { fractionOf, hintOf, shareIn } from './written-share.ts';

const tops = oneOf('data result response summary meta total metric');

/**
 * Reads the body of `GET /api/v1/competitors`: the own share of voice and the rivals with theirs, as fractions. The unit is
 * decided for each series; where it could be either, the body is refused. The own brand is no rival: a row of it is taken out
 * where a flag, the brand's name or the sums tell. Shares that do not sum to the whole are left as they are.
 */
export const readCompetitors = reader('competitors', (survey, tracer): Competitors => {
  const rivals = rivalsOf(survey, tracer);
  if (!rivals) tracer.note('no list of competitors was found');
  const { cell: stated, beside } = ownShare(survey);
  const own = ownNamesIn(survey, beside);
  const all = (rivals ? rivals.rows : []).filter((row) => !isSum(row));
  if (rivals && all.length < rivals.rows.length)
    tracer.note('a row of a sum or an average over all was left out');
  const [listed, ...others] = all.filter((row) => isOwnRow(row, own, all));
  if (others.length > 0) refuse('two rows of the list could be the own brand');
  if (survey.drawn && own.length > 0 && !listed) refuse("the mapping's brand is in no row");
  const extras = stated || !rivals ? [] : rivals.extras;
  const extra = extras.find((row) => !extras[1] || isOwnRow(row, own, all));
  const ownRow = listed ?? extra ?? null;
  if (listed) tracer.note('the list holds the own brand, which was taken out');
  else if (extra)
    tracer.note(
      `"${nameIn(nameCell(extra) as Cell)}" has a share and is no competitor: it was taken for the own brand`,
    );
  const cell = stated ?? (ownRow && shareCell(ownRow));
  if (!cell) refuseStray(survey, rivals);
  const unit = statedUnit(survey.body);
  tracer.found('shareOfVoice', cell);
  if (stated && isAverage(stated.name))
    tracer.doubt(0.8, `${stated.pointer} is an average and may be that of all brands`);
  const holder = rivals?.table.pointer.replace(/\/[^/]*$/, '');
  const near = stated
    ? beside
    : (ownRow ?? survey.places.flatMap(({ pointer, cells }) => (pointer === holder ? cells : [])));
  const counted = ownIn(near) ?? (ownRow && mentionsCell(ownRow));
  const mine = madeOf(
    { share: cell && shareIn(cell, unit, tracer), mentions: readCount(counted, 'mentions', tracer) },
    (ownRow && failed(ownRow)) ?? failedAround(survey, cell ? cell.pointer : tracer.path),
    'the own brand',
    tracer,
  );
  const { share, mentions } = mine;
  const around = survey.places.filter(({ path }) => path.every(tops)).map(({ cells }) => cells);
  const rows = all.filter((row) => row !== ownRow);
  const hint = (rivals && hintOf(rivals.table.last)) ?? unit;
  const says = failedAround(survey, tracer.path);
  const series = rows.map((row): Counted => {
    const at = shareCell(row);
    tracer.found('competitors.share', at);
    return madeOf(
      {
        share: at && shareIn(at, hint, tracer),
        mentions: readCount(mentionsCell(row), 'competitors.mentions', tracer),
      },
      failed(row) ?? says,
      `"${nameIn(nameCell(row) as Cell)}"`,
      tracer,
    );
  });
  const totalMentions = readAll(
    [near.filter((one) => one !== counted), ...around],
    survey.drawn ? mapped : partsOf(mine, series, Boolean(ownRow)),
    tracer,
  );
  const units = shareUnits(
    mine,
    series,
    totalMentions ?? (rows.length > 0 ? sumOf([mine, ...series].map((one) => one.mentions)) : null),
  );
  refuseOtherWhole([near, ...rows, ...around], [mine, ...series]);
  if (units === null)
    return refuse('the shares could be fractions or percent, or lie outside both, and nothing tells which');
  if (units.own !== units.rivals)
    tracer.note(`the own share is in ${units.own}, the competitors' in ${units.rivals}`);
  for (const { share: written, mentions: counted } of [mine, ...series]) {
    const [part, whole] = [written?.part ?? counted, written?.whole ?? totalMentions];
    if (written && written.value !== 0 && part !== null && whole !== null) {
      const unit = written === share ? units.own : units.rivals;
      if (unitByMentions(written.value, part, whole) !== unit)
        tracer.note(`the share ${written.value} (${unit}) is not ${part} of ${whole} mentions`);
    }
  }
  if (share) tracer.changed(`share of voice: read as ${units.own}`);
  const shareOfVoice = fractionOf(share, units.own);
  const competitors = series.map(({ share: written, mentions: counted }, at): Competitor => {
    const row = rows[at] as Row;
    const name = nameCell(row) as Cell;
    const domain = domainCell(row);
    tracer.found('competitors.name', name);
    tracer.found('competitors.domain', domain);
    tracer.saw(row.filter((one) => !isFlag(one)));
    return {
      name: nameIn(name),
      domain: writtenDomain(readText((domain ?? name).value)),
      share: fractionOf(written, units.rivals),
      mentions: counted,
    };
  });
  const whole = competitors.reduce((sum, rival) => sum + (rival.share ?? 0), 0);
  if (whole > mostTogether)
    refuse(
      `the competitors' shares come to ${Math.round(100 * whole)} %, so they are no shares of one whole`,
    );
  const twice = repeated(competitors.map(({ name }) => name));
  if (twice !== null) refuse(`two competitors have the name "${twice}"`);
  const rests = competitors.filter((_, at) => isRest(rows[at] as Row));
  for (const { name } of rests) tracer.note(`"${name}" is nobody: what is left of the whole was left out`);
  for (const row of rows)
    if (mayBeRest(row) && !isRest(row))
      tracer.note(`"${nameIn(nameCell(row) as Cell)}" may be what is left of the whole and no competitor`);
  const brands = competitors.filter((one) => rests.indexOf(one) < 0);
  const found = { shareOfVoice, mentions, totalMentions, competitors: brands };
  return ownRow ? found : withoutOwn(found, rests, survey, tracer);
});

/** A share and mentions beside words that say that they were not made. */
const madeOf = (
  { share, mentions }: Counted,
  says: string | null,
  whose: string,
  tracer: Tracer,
): Counted => ({
  share: share && made(share.value, says, whose, tracer) !== share.value ? null : share,
  mentions: made(mentions, says, whose, tracer),
});

const mapped: Parts = { least: 0, tells: () => true };

/** What own and rivals' mentions say of all mentions; the list may hold the own ones, unless they were taken out of it. */
function partsOf(mine: Counted, series: readonly Counted[], isApart: boolean): Parts {
  const [own, listed] = [mine.mentions ?? 0, series.reduce((sum, one) => sum + (one.mentions ?? 0), 0)];
  return {
    least: isApart ? own + listed : Math.max(own, listed),
    tells: (all) =>
      mine.mentions !== null ||
      listed === all ||
      [mine, ...series].some(({ share, mentions }) => {
        const part = share?.part ?? mentions;
        return share && part !== null && unitByMentions(share.value, part, all) !== undefined;
      }),
  };
}

/** @throws Refusal where nothing states the own share and a share may be it. */
function refuseStray(survey: Survey, rivals: Rivals | null): void {
  const stray = strayShareOfVoice(survey);
  if (stray !== null)
    refuse(`a share of voice stands at ${stray}, where it may be another's: give a mapping`);
  if (!rivals) refuse('no share of voice and no list of competitors were found in the body');
  if (rivals && !rivals.named)
    refuse(`nothing tells which row of ${place(rivals.table)} is the own brand: give a mapping with brand`);
}

/** The value without the row that the sums tell to be the own brand. @throws Refusal where a row may be it. */
function withoutOwn(
  found: Competitors,
  rests: readonly Competitor[],
  { drawn }: Survey,
  tracer: Tracer,
): Competitors {
  const { shareOfVoice, mentions, totalMentions, competitors } = found;
  const shares = competitors.map(({ share }) => share);
  const counts = competitors.map((rival) => (rival.share === null ? rival.mentions : null));
  const leftShare = rests.reduce((sum, rest) => sum + (rest.share ?? 0), 0);
  const leftMentions = rests.reduce((sum, rest) => sum + (rest.mentions ?? 0), 0);
  const byShare = ownBySum(shareOfVoice, shares, 1 - leftShare);
  const own = byShare ?? ownBySum(mentions, counts, totalMentions && totalMentions - leftMentions);
  if (!own) return found;
  const called = `"${competitors[own.at]?.name}"`;
  if (own.certain) {
    tracer.note(`${called} was taken for the own brand: the list's figures make the whole without it`);
    return { ...found, competitors: competitors.filter((_, at) => at !== own.at) };
  }
  const doubtful =
    own.at < 0
      ? 'the figures of the list make the whole, so one row may be the own brand'
      : `${called} has the own figure, and nothing tells whether it is the own brand`;
  if ((byShare || own.at < 0) && !drawn) refuse(`${doubtful}: give a mapping`);
  tracer.doubt(0.8, doubtful);
  return found;
}
