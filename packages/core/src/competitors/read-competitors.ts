import type { Cell, Row } from '../reading/cells.ts';
import { oneOf } from '../reading/names.ts';
import { readText, repeated, sumOf } from '../reading/numbers.ts';
import { reader } from '../reading/reader.ts';
import { mostTogether, unitByMentions } from '../reading/shares.ts';
import type { Survey } from '../reading/survey.ts';
import { refuse, type Tracer } from '../reading/trace.ts';
import { failed, failedAround, made } from '../reading/unsettled.ts';
import { writtenDomain } from '../websites/domain.ts';
import type { Competitor, Competitors } from './competitors.ts';
import { noteOtherCounts, ownMentions } from './counts-of-shares.ts';
import { ownIn, type Parts, readAll, readMentions } from './mentions.ts';
import { domainCell, isRest, mayBeRest } from './nobody.ts';
import { refuseOnePart } from './one-part.ts';
import { ownBrand } from './own-brand.ts';
import { ownBySum } from './own-by-sum.ts';
import { isFlag } from './own-row.ts';
import { nameCell, nameIn } from './rival-name.ts';
import { mentionsCell, rivalsOf, shareCell } from './rivals.ts';
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
  const { share: cell, row: ownRow, near, rivals: rows } = ownBrand(survey, rivals, tracer);
  refuseOnePart(survey, [tracer.path, cell ? cell.pointer : ''], tracer);
  const unit = statedUnit(survey.body);
  const counted = ownIn(near) ?? (ownRow && mentionsCell(ownRow));
  const mine = madeOf(
    { share: cell && shareIn(cell, unit, tracer), mentions: readMentions(near, counted, 'mentions', tracer) },
    (ownRow && failed(ownRow)) ?? failedAround(survey, cell ? cell.pointer : tracer.path),
    'the own brand',
    tracer,
  );
  const { share } = mine;
  const around = survey.places.filter(({ path }) => path.every(tops)).map(({ cells }) => cells);
  const hint = (rivals && hintOf(rivals.table.last)) ?? unit;
  const says = failedAround(survey, tracer.path);
  const series = rows.map((row): Counted => {
    const at = shareCell(row);
    tracer.found('competitors.share', at);
    return madeOf(
      {
        share: at && shareIn(at, hint, tracer),
        mentions: readMentions(row, mentionsCell(row), 'competitors.mentions', tracer),
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
  noteOtherCounts(mine, series, units, totalMentions, tracer);
  const mentions = ownMentions(mine, series, units, tracer);
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
  refuseNoParts(competitors);
  const rests = competitors.filter((_, at) => isRest(rows[at] as Row));
  noteRests(rows, tracer);
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

/** @throws Refusal where the shares are more than one whole, or two rivals have one name. */
function refuseNoParts(competitors: readonly Competitor[]): void {
  const whole = competitors.reduce((sum, rival) => sum + (rival.share ?? 0), 0);
  if (whole > mostTogether)
    refuse(
      `the competitors' shares come to ${Math.round(100 * whole)} %, so they are no shares of one whole`,
    );
  const twice = repeated(competitors.map(({ name }) => name));
  if (twice !== null) refuse(`two competitors have the name "${twice}"`);
}

function noteRests(rows: readonly Row[], tracer: Tracer): void {
  const named = (row: Row): string => `"${nameIn(nameCell(row) as Cell)}"`;
  for (const row of rows.filter(isRest))
    tracer.note(`${named(row)} is nobody: what is left of the whole was left out`);
  for (const row of rows)
    if (mayBeRest(row) && !isRest(row))
      tracer.note(`${named(row)} may be what is left of the whole and no competitor`);
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
