import { type Cell, findCell, type Row } from '../reading/cells.ts';
import { oneOf } from '../reading/names.ts';
import { readText, repeated, sumOf } from '../reading/numbers.ts';
import { reader } from '../reading/reader.ts';
import { mostTogether } from '../reading/shares.ts';
import { refuse } from '../reading/trace.ts';
import { writtenDomain } from '../websites/domain.ts';
import type { Competitor, Competitors } from './competitors.ts';
import { allIn, ownIn, readCount } from './mentions.ts';
import { ownBySum } from './own-by-sum.ts';
import { isFlag, isOwnRow, ownNamesIn } from './own-row.ts';
import { ownShare, strayShareOfVoice } from './own-share.ts';
import { nameCell, nameIn } from './rival-name.ts';
import { hintOfTable, mentionsCell, rivalsOf, shareCell } from './rivals.ts';
import { type Counted, shareUnits } from './share-units.ts';
import { statedUnit } from './stated-unit.ts';
import { fractionOf, shareIn } from './written-share.ts';

const tops = oneOf('data result response summary meta total metric');
const sums = oneOf('total sum all overall grandtotal allbrand');
const domains = 'domain url website hostname site homepage';

/**
 * Reads the body of `GET /api/v1/competitors`: the own share of voice and the rivals with theirs, as fractions. The unit is
 * decided for each series; where it could be either, the body is refused. The own brand is no rival: a row of it is taken out
 * where a flag, the brand's name or the sums tell. Shares that do not sum to the whole are left as they are.
 */
export const readCompetitors = reader('competitors', (survey, tracer): Competitors => {
  const rivals = rivalsOf(survey, tracer);
  const stated = ownShare(survey);
  const own = ownNamesIn(survey, stated.beside);
  const all = (rivals ? rivals.rows : []).filter((row) => !isSum(row));
  if (rivals && all.length < rivals.rows.length) tracer.note('a row of the sum over all was left out');
  const [ownListed, ...otherOwnRows] = all.filter((row) => isOwnRow(row, own));
  if (otherOwnRows.length > 0) refuse('two rows of the list could be the own brand');
  const ownRow = ownListed ?? (stated.cell === null ? rivals?.extra : null) ?? null;
  if (ownListed) tracer.note('the list holds the own brand, which was taken out');
  else if (ownRow)
    tracer.note(
      `"${String(ownRow[0]?.value)}" has a share and is no competitor: it was taken for the own brand`,
    );
  const rows = all.filter((row) => row !== ownRow);
  const table = rivals?.table;
  const cell = stated.cell ?? (ownRow && table ? shareCell(ownRow, table) : null);
  if (!cell) {
    const stray = strayShareOfVoice(survey);
    if (stray !== null)
      refuse(`a share of voice stands at ${stray}, where it may be another's: give a mapping`);
    if (!rivals) refuse('no share of voice and no list of competitors were found in the body');
    if (rivals && !rivals.named)
      refuse(
        `nothing tells which row of ${rivals.table.pointer || 'the list'} is the own brand: give a mapping`,
      );
  }
  const unit = statedUnit(survey.body);
  const share = cell ? shareIn(cell, unit, tracer) : null;
  if (share === undefined) return refuse(`the own share of voice at ${cell?.pointer ?? ''} is not a number`);
  tracer.found('shareOfVoice', cell);
  const beside = stated.cell ? stated.beside : (ownRow ?? []);
  const mentions = readCount(ownIn(beside), 'mentions', tracer);
  const top = survey.places.filter(({ path }) => path.every(tops));
  const totalCell = allIn(beside) ?? top.map((place) => allIn(place.cells)).find((found) => found !== null);
  const totalMentions = readCount(totalCell, 'totalMentions', tracer);
  const series = rows.map((row): Counted & { readonly row: Row; readonly at: Cell | null } => {
    const at = table ? shareCell(row, table) : null;
    const written = at ? shareIn(at, (table && hintOfTable(table)) ?? unit, tracer) : null;
    if (written === undefined)
      return refuse(`the share of a competitor at ${at?.pointer ?? ''} is not a number`);
    tracer.found('competitors.share', at);
    return {
      row,
      at,
      share: written,
      mentions: readCount(mentionsCell(row), 'competitors.mentions', tracer),
    };
  });
  const mine = { share, mentions };
  const units = shareUnits(
    mine,
    series,
    totalMentions ?? sumOf([mine, ...series].map((one) => one.mentions)),
  );
  if (units === null)
    return refuse('the shares could be fractions or percent, or lie outside both, and nothing tells which');
  if (units.own !== units.rivals)
    tracer.note(`the own share is in ${units.own}, the competitors' in ${units.rivals}`);
  if (share) tracer.changed(`share of voice: read as ${units.own}`);
  const competitors = series.map(({ row, share: written, mentions: counted }): Competitor => {
    const name = nameCell(row);
    const domain = findCell(row, domains, (value) => typeof value === 'string');
    tracer.found('competitors.name', name);
    tracer.found('competitors.domain', domain);
    tracer.saw(row.filter((one) => !isFlag(one)));
    return {
      name: name ? nameIn(name) : '',
      domain: writtenDomain(readText((domain ?? name)?.value)),
      share: fractionOf(written, units.rivals),
      mentions: counted,
    };
  });
  const shareOfVoice = fractionOf(share, units.own);
  const together = competitors.reduce((sum, rival) => sum + (rival.share ?? 0), 0);
  if (together > mostTogether)
    refuse(
      `the competitors' shares come to ${Math.round(100 * together)} %, so they are no shares of one whole`,
    );
  const shares = competitors.map((rival) => rival.share);
  const counts = competitors.map((rival) => (rival.share === null ? rival.mentions : null));
  const byShare = ownRow ? null : ownBySum(shareOfVoice, shares, 1);
  const listed = byShare ?? (ownRow ? null : ownBySum(mentions, counts, totalMentions));
  if (listed) {
    const called = `"${competitors[listed.at]?.name}"`;
    const doubtful =
      listed.at < 0
        ? 'the figures of the list make the whole, so one row may be the own brand'
        : `${called} has the own figure, and nothing tells whether it is the own brand`;
    if (listed.certain)
      tracer.note(`${called} was taken for the own brand: the list's figures make the whole without it`);
    else if ((byShare || listed.at < 0) && !survey.drawn) refuse(`${doubtful}: give a mapping`);
    else tracer.doubt(0.8, doubtful);
  }
  const twice = repeated(competitors.map(({ name }) => name));
  if (twice !== null) refuse(`two competitors have the name "${twice}"`);
  return {
    shareOfVoice,
    mentions,
    totalMentions,
    competitors: competitors.filter((_, at) => !listed?.certain || at !== listed.at),
  };
});

/** True for a row that stands for all of them together. */
const isSum = (row: Row): boolean => {
  const name = nameCell(row);
  return name !== null && sums(nameIn(name));
};
