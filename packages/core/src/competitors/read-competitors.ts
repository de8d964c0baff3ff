import { isObject, type JsonObject } from '../reading/json.ts';
import { findField, plainName, segment } from '../reading/names.ts';
import { readNumber, readText } from '../reading/numbers.ts';
import { chooseRows } from '../reading/rows.ts';
import { asFraction, type ShareUnit, shareUnit, unitBeside } from '../reading/shares.ts';
import { type Reading, Tracer } from '../reading/trace.ts';
import { domainOf } from '../websites/read-websites.ts';
import type { Competitor, Competitors } from './competitors.ts';

const own = [
  'shareofvoice',
  'ownshareofvoice',
  'sharevoice',
  'sov',
  'ownshare',
  'yourshare',
  'share',
  'shareofvoicepercent',
  'sharepercent',
];
const share = [
  'shareofvoice',
  'share',
  'sov',
  'sharevoice',
  'shareofvoicepercent',
  'sharepercent',
  'percentage',
];
const mentions = [
  'mentions',
  'mentioncount',
  'mentionscount',
  'ownmentions',
  'totalmentions',
  'brandmentions',
];
const allMentions = ['totalmentions', 'allmentions', 'mentionstotal'];
const name = ['name', 'competitor', 'competitorname', 'brand', 'brandname', 'title', 'domain'];
const domain = ['domain', 'url', 'website', 'hostname'];
const lists = ['competitors', 'rivals', 'competition'];
const holders = ['data', 'result', 'own', 'you', 'shareOfVoice', 'share_of_voice', 'summary'];

function hintOf(field: string): ShareUnit | null {
  const plain = plainName(field);
  if (/(percent|pct|percentage)$/.test(plain)) return 'percent';
  return /(fraction|ratio)$/.test(plain) ? 'fraction' : null;
}

interface Written {
  readonly value: number;
  readonly hint: ShareUnit | null;
}

function readShare(
  row: JsonObject,
  aliases: readonly string[],
  tracer: Tracer,
): (Written & { readonly field: string }) | null | undefined {
  const field = findField(row, aliases);
  if (field === null || isObject(row[field])) return null;
  const number = readNumber(row[field]);
  if (number === undefined) return undefined;
  if (number.coerced) tracer.changed(`${field}: text read as a number`);
  return number.value === null
    ? null
    : { value: number.value, hint: number.percent ? 'percent' : hintOf(field), field };
}

function readOwn(
  body: JsonObject,
  tracer: Tracer,
): { object: JsonObject; pointer: string; share: Written | null } | undefined {
  const places: (readonly [JsonObject, string])[] = [[body, '']];
  for (const key of holders) {
    const inner = body[key];
    if (isObject(inner)) places.push([inner, segment(key)]);
  }
  for (const [object, pointer] of places) {
    const written = readShare(object, own, tracer);
    if (written === undefined) return undefined;
    if (written === null) continue;
    tracer.found('shareOfVoice', pointer + segment(written.field));
    return { object, pointer, share: written };
  }
  return { object: body, pointer: '', share: null };
}

function count(
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

/**
 * Reads the body of `GET /api/v1/competitors`: the own share of voice and the rivals with theirs, as fractions. The unit is
 * decided for each series from its own values; where it could be either, the body is refused.
 */
export function readCompetitors(body: unknown): Reading<Competitors> {
  const tracer = new Tracer();
  const top = isObject(body) ? body : {};
  const chosen = chooseRows(body, {
    names: lists,
    fits: (row) => readText(row[findField(row, name) ?? '']) !== null,
  });
  if (chosen === 'ambiguous') return tracer.refuse('two lists in the body could be the competitors');
  if (chosen !== 'none') tracer.path = chosen.pointer;
  const mine = readOwn(top, tracer);
  if (mine === undefined) return tracer.refuse('the own share of voice is not a number');
  if (chosen === 'none' && mine.share === null) {
    return tracer.refuse('no share of voice and no list of competitors were found in the body');
  }
  const rows = chosen === 'none' ? [] : chosen.rows;
  const shares: (Written | null)[] = [];
  for (const row of rows) {
    const written = readShare(row, share, tracer);
    if (written === undefined) return tracer.refuse('the share of a competitor is not a number');
    if (written) tracer.found('competitors.share', `${tracer.path}/*${segment(written.field)}`);
    shares.push(written);
  }
  const values = shares.filter((entry): entry is Written => entry !== null);
  const units = unitsOf(mine.share, values);
  if (units === null)
    return tracer.refuse('the shares could be fractions or percent, and nothing tells which');
  if (units.own !== units.rivals)
    tracer.note(`the own share is in ${units.own}, the competitors' in ${units.rivals}`);
  if (mine.share) tracer.changed(`share of voice: read as ${units.own}`);
  const competitors = rows.map((row, at): Competitor => {
    const written = shares[at];
    const nameField = findField(row, name) ?? '';
    const domainField = findField(row, domain);
    tracer.found('competitors.name', `${tracer.path}/*${segment(nameField)}`);
    const host = domainField === null ? null : readText(row[domainField]);
    return {
      name: readText(row[nameField]) ?? '',
      domain: host === null ? null : domainOf(host),
      share: written ? asFraction(written.value, units.rivals) : null,
      mentions: count(row, mentions, 'competitors.mentions', `${tracer.path}/*`, tracer),
    };
  });
  return tracer.read({
    shareOfVoice: mine.share ? asFraction(mine.share.value, units.own) : null,
    mentions: count(
      mine.object,
      mentions.filter((alias) => allMentions.indexOf(alias) < 0),
      'mentions',
      mine.pointer,
      tracer,
    ),
    totalMentions:
      count(mine.object, allMentions, 'totalMentions', mine.pointer, tracer) ??
      count(top, allMentions, 'totalMentions', '', tracer),
    competitors,
  });
}

function unitsOf(
  mine: Written | null,
  rivals: readonly Written[],
): { own: ShareUnit; rivals: ShareUnit } | null {
  const hint = rivals.find((entry) => entry.hint !== null)?.hint ?? null;
  const numbers = rivals.map((entry) => entry.value);
  const joint = shareUnit(
    numbers.concat(mine && (mine.hint === hint || mine.hint === null) ? [mine.value] : []),
    hint,
  );
  if (mine === null) return joint ? { own: joint, rivals: joint } : null;
  const ownUnit = shareUnit([mine.value], mine.hint) ?? joint;
  if (ownUnit === undefined) return null;
  const alone = numbers.length === 0 ? ownUnit : shareUnit(numbers, hint);
  if (hint === null && ownUnit === 'percent' && alone !== 'percent' && numbers.some((value) => value !== 0)) {
    const beside = unitBeside(mine.value, numbers);
    return beside ? { own: ownUnit, rivals: beside } : null;
  }
  if (mine.hint === null && mine.value <= 1 && alone === 'percent')
    return { own: 'percent', rivals: 'percent' };
  return { own: ownUnit, rivals: alone ?? ownUnit };
}
