import type { Row } from './cells.ts';
import { isFailed, isFilled, isUnfinished } from './failures.ts';
import { oneOf, plainName } from './names.ts';
import { isUnknown, readText } from './numbers.ts';
import type { Survey } from './survey.ts';
import type { Tracer } from './trace.ts';

const estimates = oneOf(
  'forecast forecasted estimate estimated estimation predicted prediction projected projection partial incomplete provisional preliminary interpolated interpolation imputed imputation extrapolated (gap|zero|forward)?filled padded synthetic modell?ed simulated',
);
/** What was not asked to be measured, or could not be: a 0 is no figure there, and any other may be one of before. */
const active =
  '(active|enabled|tracked|monitored|scanned|checked|connected|installed|configured|supported|started)';
const actives = oneOf(`(is|has|citations?|analytics|tracking|ga4?|scan)?${active}`);
const idles = oneOf(
  `disabled inactive paused locked un(tracked|monitored|scanned|supported) comingsoon requiresupgrade upgraderequired (not|never)(been)?${active}(yet)?`,
);
const idleWords = new RegExp(`\\bnot (yet )?(been )?${active}\\b`, 'i');
const askings = oneOf('(citations?|tracking|scan)?(status|state) availability');
const wholes = oneOf('complete completed final finalized finalised settled');
const failings = oneOf(
  'failing *timeout *timedout unavailable missing skipped (no|insufficient|notenough)(data|score|result|value)(available|yet)? not(available|ready|measured|computed|calculated|scored)(yet)? notyet*',
);
const presents = oneOf(
  '(data)?available ready success successful succeeded ok valid measured computed calculated scored loaded (has)?(enough|sufficient|valid)?data has(score|result|value)',
);
const errors = oneOf('(is|has)?(error|failure)(message|msg|description|code|reason)?');
const codes = oneOf('*code');
const messages = oneOf('message note notice info detail reason');
const notYet =
  /^no (scan|run|report|audit|analys[ei]|crawl|check|measurement|snapshot|data|result)s? .*\byet\b/i;
const kinds = oneOf('type kind quality');
const statuses = oneOf(
  '(data|score|scoring|calculation|computation|processing|fetch|collection|measurement|metric|value|result|job|run|report)?(status|state) statuscode availability',
);

const isYes = (value: unknown): boolean => value === true || /^(true|yes)$/i.test(String(readText(value)));
/** True for what denies: `false`, `"no"`. */
export const isNo = (value: unknown): boolean =>
  value === false || /^(false|no)$/i.test(String(readText(value)));
const bare = (name: string): string => name.replace(/^is/i, '');

type Says = (name: string, value: unknown) => string | null;

/** What the first field of a row that says something of the kind says; null where none does. */
const said = (row: Row, says: Says): string | null =>
  row.reduce<string | null>((told, { name, value }) => told ?? says(name, value), null);

const isFailure = (word: string): boolean => failings(word) || isFailed(word) || isUnfinished(word);

const ofFailure: Says = (name, value) => {
  if (isYes(value) && isFailure(bare(name))) return name;
  if (isNo(value) && presents(bare(name))) return `not ${name}`;
  const word = readText(value);
  if (errors(name) && isFilled(value) && (typeof value !== 'number' || codes(name)))
    return typeof value === 'string' ? word : name;
  if (word === null) return null;
  if (messages(name) && notYet.test(word)) return word;
  return (statuses(name) && isUnknown(word)) || ((statuses(name) || kinds(name)) && isFailure(word))
    ? word
    : null;
};

const ofRest: Says = (name, value) => {
  if (isYes(value) && idles(bare(name))) return name;
  if (isNo(value) && actives(name)) return `not ${name}`;
  const word = readText(value);
  return word !== null &&
    ((askings(name) && (idles(word) || isFailure(word))) || (messages(name) && idleWords.test(word)))
    ? word
    : null;
};

/** What figures are of. */
export type Measured = 'traffic' | 'citations';

const others: Readonly<Record<Measured, RegExp>> = {
  traffic: /citation|scan/,
  citations: /analytics|tracking|ga/,
};

/** What a row says of figures that were not asked to be measured: `not_tracked`; null where it says so of others alone. */
export const idle = (row: Row, whose: Measured): string | null =>
  said(row, (name, value) => (others[whose].test(plainName(name)) ? null : ofRest(name, value)));

const ofEstimate: Says = (name, value) => {
  if (value === true && estimates(bare(name))) return name;
  if (value === false && wholes(bare(name))) return `not ${name}`;
  const word = readText(value);
  return word !== null && (kinds(name) || statuses(name)) && estimates(word) ? word : null;
};

/** What a row says of itself where its figures were not made: `timeout`, `not available`, `disabled`; null for any other row. */
export const failed = (row: Row): string | null => said(row, ofFailure) ?? said(row, ofRest);

/** What a row says of itself where its figures failed, are not measured or not yet whole: `estimated`, `not complete`; null for any other row. */
export const unsettled = (row: Row): string | null => said(row, ofFailure) ?? said(row, ofEstimate);

const metas = oneOf('meta metadata');

/** What the objects that lead to a place, or what stands in them about the answer, say of figures that were not made. */
export const failedAround = ({ places }: Survey, pointer: string): string | null =>
  places.reduce<string | null>(
    (told, at) =>
      told ?? (metas(at.last) || `${pointer}/`.indexOf(`${at.pointer}/`) === 0 ? failed(at.cells) : null),
    null,
  );

/** A figure beside words that say that it was not made: 0 is then no figure, and another may be an older one, which is told. */
export function made<T extends number | null>(
  figure: T,
  says: string | null,
  whose: string,
  tracer: Tracer,
): T | null {
  if (says === null || figure === null) return figure;
  tracer.note(
    `${whose} says "${says}"${figure === 0 ? ', so its 0 is unknown' : ': its figure may be an older one'}`,
  );
  return figure === 0 ? null : figure;
}
