import type { Cell } from '../reading/cells.ts';
import { readDate } from '../reading/dates.ts';
import { isObject } from '../reading/json.ts';
import type { Kind } from '../reading/mapping-plan.ts';
import { isNumeric, readNumber } from '../reading/numbers.ts';
import { writtenDomain } from '../websites/domain.ts';

/** How a field may be told in a body that calls it otherwise. */
export interface Guess {
  /** What it may be called, the best first, as beginnings of words in a few languages. */
  readonly names: string;
  readonly holds: (value: unknown) => boolean;
  /** What stands for a cell: itself, or what it wraps. */
  readonly bare: (cell: Cell) => readonly Cell[];
}

export type Guesses = Readonly<Record<string, Guess>>;

const isDate = (value: unknown): boolean => readDate(value) !== null;
const isText = (value: unknown): boolean => typeof value === 'string' && value.trim() !== '';
const isName = (value: unknown): boolean => isText(value) && !isDate(value);
const isIdentifier = (value: unknown): boolean => isText(value) || isNumeric(value);
const isHost = (value: unknown): boolean => typeof value === 'string' && writtenDomain(value) !== null;
const isAddress = (value: unknown): boolean => (Array.isArray(value) ? value.some(isHost) : isHost(value));
const isCount = (value: unknown): boolean => Number.isInteger(readNumber(value)?.value);
const isShare = (value: unknown): boolean => {
  const share = readNumber(value)?.value ?? -1;
  return share >= 0 && share <= 100;
};

const itself = (cell: Cell): readonly Cell[] => [cell];

/** An object's name: `{"brand": {"id": 7, "name": "Acme"}}`. */
const named = (cell: Cell): readonly Cell[] => [
  isObject(cell.value) ? { ...cell, pointer: `${cell.pointer}/name`, value: cell.value.name } : cell,
];

/** The entries of a list: `{"keys": ["2026-11-01"]}`. */
const listed = (cell: Cell): readonly Cell[] =>
  Array.isArray(cell.value)
    ? cell.value.map((value: unknown, at) => ({ ...cell, pointer: `${cell.pointer}/${at}`, value }))
    : [cell];

const guess = (names: string, holds: Guess['holds'], bare = itself): Guess => ({ names, holds, bare });

/** The fields of a row. */
export const rowGuesses: Readonly<Record<Kind, Guesses>> = {
  websites: {
    id: guess('id uuid siteid websiteid projectid key', isIdentifier),
    name: guess('name title label nome nombre nom', isText),
    domain: guess('domain url host dominio website link', isAddress),
  },
  analytics: {
    date: guess('date day data fecha datum jour dia time', isDate, listed),
    visitors: guess('visitor unique user visitante visiteur besucher', isNumeric),
    pageviews: guess('pageview view visualizac vue seitenaufruf', isNumeric),
    citations: guess('owncitation brandcitation citation cita zitat cite mention', isNumeric),
  },
  citations: {
    'items.engine': guess('engine platform plataforma plateforme assistant model', isText, named),
    'items.url': guess('url link page enlace', isText),
    'items.domain': guess('domain host site source publisher key value', isAddress),
    'items.date': guess('date day createdat timestamp data fecha', isDate),
    'items.count': guess('count cita zitat quantidade value', isCount),
  },
  competitors: {
    'competitors.name': guess(
      'name brand competitor marca marque marke nome nombre company title asset entity',
      isName,
      named,
    ),
    'competitors.share': guess('share sov percent porcentaje anteil part value', isShare),
    'competitors.mentions': guess('mention mencoe mencione erwahnung count value', isCount),
    'competitors.domain': guess('domain website url host', isAddress),
  },
  authority: {
    'components.name': guess('name component factor label key', isText),
    'components.score': guess('score value rating point', isNumeric),
  },
};

/** The figures of the whole answer; the first of them has to be there. */
export const wholeGuesses: Readonly<Record<Kind, Guesses>> = {
  websites: {},
  analytics: {},
  citations: { total: guess('citation cita zitat total', isCount) },
  competitors: { shareOfVoice: guess('shareofvoice sov share percentual', isShare) },
  authority: {
    score: guess(
      'entityauthorityscore entityauthority score authority rating overall index pagerank domainrank total scorepercent',
      isNumeric,
    ),
    scale: guess('scale maxscore max outof', isNumeric),
  },
};
