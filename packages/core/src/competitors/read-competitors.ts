import { type Cell, findCell, type Row } from '../reading/cells.ts';
import { plainName } from '../reading/names.ts';
import { readText, repeated, sumOf } from '../reading/numbers.ts';
import { reader } from '../reading/reader.ts';
import { mostTogether } from '../reading/shares.ts';
import { surveyOf } from '../reading/survey.ts';
import { refuse } from '../reading/trace.ts';
import { writtenDomain } from '../websites/domain.ts';
import type { Competitor, Competitors } from './competitors.ts';
import { allIn, ownIn, readCount } from './mentions.ts';
import { isFlag, isOwnRow, ownNamesIn, ownRowBySum } from './own-row.ts';
import { ownShare, strayShareOfVoice } from './own-share.ts';
import { nameCell, nameIn } from './rival-name.ts';
import { hintOfTable, mentionsCell, rivalsOf, shareCell } from './rivals.ts';
import { type Counted, shareUnits } from './share-units.ts';
import { statedUnit } from './stated-unit.ts';
import { fractionOf, shareIn } from './written-share.ts';

const domains = 'domain url website hostname site homepage';

/**
 * Reads the body of `GET /api/v1/competitors`: the own share of voice and the rivals with theirs, as fractions. The unit is
 * decided for each series; where it could be either, the body is refused. The own brand is no rival: a row of it is taken out
 * where a flag, the brand's name or the sums tell. Shares that do not sum to the whole are left as they are.
 */
export const readCompetitors = reader('competitors', (body, tracer): Competitors => {
  const survey = surveyOf(body);
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
  const unit = statedUnit(body);
  const share = cell ? shareIn(cell, unit, tracer) : null;
  if (share === undefined) return refuse(`the own share of voice at ${cell?.pointer ?? ''} is not a number`);
  tracer.found('shareOfVoice', cell);
  const beside = stated.cell ? stated.beside : (ownRow ?? []);
  const mentions = readCount(ownIn(beside), 'mentions', tracer);
  const top = survey.places.filter(({ path }) =>
    path.every((name) => /^(data|results?|response|summary|meta|totals|metrics)$/.test(name)),
  );
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
  const competitors = series.map(({ row, at, share: written, mentions: counted }): Competitor => {
    const name = nameCell(row);
    const domain = findCell(row, domains, (value) => typeof value === 'string');
    tracer.found('competitors.name', name);
    tracer.found('competitors.domain', domain);
    tracer.left(
      row.filter((one) => !isFlag(one)),
      [name, domain, at, mentionsCell(row)],
    );
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
  if (!cell && competitors.length > 1 && Math.abs(together - 1) < 0.005)
    refuse('the shares of the list make the whole, so one row may be the own brand: give a mapping');
  const ownAt = ownRow
    ? -1
    : ownRowBySum(
        shareOfVoice,
        competitors.map((rival) => rival.share),
      );
  if (ownAt >= 0)
    tracer.note(
      `"${competitors[ownAt]?.name}" was taken for the own brand: the list's shares make the whole without it`,
    );
  const twice = repeated(competitors.map(({ name }) => name));
  if (twice !== null) refuse(`two competitors have the name "${twice}"`);
  tracer.left(beside, [
    cell,
    ownIn(beside),
    allIn(beside),
    ...beside.filter((one) => plainName(one.name) === 'competitors'),
  ]);
  return { shareOfVoice, mentions, totalMentions, competitors: competitors.filter((_, at) => at !== ownAt) };
});

/** True for a row that stands for all of them together. */
const isSum = (row: Row): boolean => {
  const name = nameCell(row);
  return name !== null && /^(total|sum|all|overall|grand total|all brands)$/i.test(nameIn(name));
};
