import { isObject, type JsonObject } from '../reading/json.ts';
import { findField, plainName, segment } from '../reading/names.ts';
import { readNumber, readText } from '../reading/numbers.ts';
import { chooseRows } from '../reading/rows.ts';
import { asFraction } from '../reading/shares.ts';
import { type Reading, Tracer } from '../reading/trace.ts';
import { domainOf } from '../websites/read-websites.ts';
import type { Competitor, Competitors } from './competitors.ts';
import { isOwnRow, ownRowBySum } from './own-row.ts';
import { ownShareIn, readOwnShare, strayShareOfVoice } from './own-share.ts';
import { shareUnits } from './share-units.ts';
import { readShare, type WrittenShare } from './written-share.ts';

const shares = [
  'shareofvoice',
  'share',
  'sov',
  'sharevoice',
  'shareofvoicepercent',
  'sharepercent',
  'percentage',
];
const ownMentions = ['mentions', 'ownmentions', 'mentioncount', 'mentionscount', 'brandmentions'];
const allMentions = ['totalmentions', 'allmentions', 'mentionstotal'];
const names = ['name', 'competitor', 'competitorname', 'brand', 'brandname', 'title', 'domain'];
const domains = ['domain', 'url', 'website', 'hostname'];
const lists = ['competitors', 'rivals', 'competition'];

const rowMentions = ownMentions.concat(allMentions);
const known = shares.concat(rowMentions, names, domains);

const nameOf = (row: JsonObject): string | null => readText(row[findField(row, names) ?? '']);

function readCount(
  object: JsonObject,
  aliases: readonly string[],
  field: string,
  pointer: string,
  tracer: Tracer,
): number | null {
  const spelled = findField(object, aliases);
  if (spelled === null) return null;
  tracer.found(field, pointer + segment(spelled));
  return readNumber(object[spelled])?.value ?? null;
}

function readDomain(row: JsonObject): string | null {
  const field = findField(row, domains);
  const text = field === null ? null : readText(row[field]);
  return text === null ? null : domainOf(text);
}

/**
 * Reads the body of `GET /api/v1/competitors`: the own share of voice and the rivals with theirs, as fractions. The unit is
 * decided for each series; where it could be either, the body is refused. The own brand is no rival: a row of it is taken out
 * where a flag, the brand's name or the sums tell. Shares that do not sum to the whole are left as they are.
 */
export function readCompetitors(body: unknown): Reading<Competitors> {
  const tracer = new Tracer();
  const top = isObject(body) ? body : {};
  const chosen = chooseRows(body, {
    names: lists,
    namedOnly: true,
    fits: (row) => nameOf(row) !== null,
  });
  if (chosen === 'ambiguous') return tracer.refuse('two lists in the body could be the competitors');
  if (chosen !== 'none') tracer.path = chosen.pointer;
  const listed = chosen === 'none' ? [] : chosen.rows;
  const summary = readOwnShare(top, tracer);
  const isOwn = (row: JsonObject): boolean => isOwnRow(row, summary.object) || isOwnRow(row, top);
  const [ownRow, ...otherOwnRows] = listed.filter(isOwn);
  const rows = listed.filter((row) => !isOwn(row));
  if (ownRow) tracer.note('the list holds the own brand, which was taken out');
  if (otherOwnRows.length > 0) return tracer.refuse('two rows of the list could be the own brand');
  const mine = summary.stated || !ownRow ? summary : ownShareIn(ownRow, tracer.path, tracer);
  if (mine.share === undefined) return tracer.refuse('the own share of voice is not a number');
  if (!mine.stated) {
    const stray = strayShareOfVoice(top);
    if (stray !== null)
      return tracer.refuse(`a share of voice stands at ${stray}, where it may be another's`);
    if (chosen === 'none')
      return tracer.refuse('no share of voice and no list of competitors were found in the body');
  }
  const written: (WrittenShare | null)[] = [];
  for (const row of rows) {
    const { field, share } = readShare(row, shares, tracer);
    if (share === undefined) return tracer.refuse('the share of a competitor is not a number');
    if (field !== null) tracer.found('competitors.share', `${tracer.path}/*${segment(field)}`);
    written.push(share);
    tracer.left(Object.keys(row).filter((key) => known.indexOf(plainName(key)) < 0));
  }
  const { object, pointer } = mine;
  const mentions = readCount(object, ownMentions, 'mentions', pointer, tracer);
  const totalMentions =
    readCount(object, allMentions, 'totalMentions', pointer, tracer) ??
    readCount(top, allMentions, 'totalMentions', '', tracer);
  const given = written.filter((share): share is WrittenShare => share !== null);
  const units = shareUnits(mine.share, given, { own: mentions, total: totalMentions });
  if (units === null) {
    return tracer.refuse(
      'the shares could be fractions or percent, or lie outside both, and nothing tells which',
    );
  }
  if (units.own !== units.rivals)
    tracer.note(`the own share is in ${units.own}, the competitors' in ${units.rivals}`);
  if (mine.share) tracer.changed(`share of voice: read as ${units.own}`);
  const competitors = rows.map((row, at): Competitor => {
    const share = written[at];
    tracer.found('competitors.name', `${tracer.path}/*${segment(findField(row, names) ?? '')}`);
    return {
      name: nameOf(row) ?? '',
      domain: readDomain(row),
      share: share ? asFraction(share.value, units.rivals) : null,
      mentions: readCount(row, rowMentions, 'competitors.mentions', `${tracer.path}/*`, tracer),
    };
  });
  const shareOfVoice = mine.share ? asFraction(mine.share.value, units.own) : null;
  const ownAt = ownRowBySum(
    shareOfVoice,
    competitors.map((rival) => rival.share),
  );
  if (ownAt >= 0) {
    tracer.note(
      `"${competitors[ownAt]?.name}" was taken for the own brand: the list's shares make the whole without it`,
    );
  }
  return tracer.read({
    shareOfVoice,
    mentions,
    totalMentions,
    competitors: competitors.filter((_, at) => at !== ownAt),
  });
}
