import { BODY_QUIRKS } from './body-quirks.ts';
import { FORM_QUIRKS } from './form-quirks.ts';
import { KEY_QUIRKS } from './key-quirks.ts';
import { LIMIT_QUIRKS } from './limit-quirks.ts';
import { defineChoice, defineWhole, type Form, listAlternatives, type Quirk, type ValueOf } from './quirk.ts';
import { WEBHOOK_QUIRKS } from './webhook-quirks.ts';

/** Switches of transport (items 29, 30 and 33) and of the Date header. */
const TRANSPORT_QUIRKS = {
  unknownPath: defineChoice(
    29,
    'body for an unknown path and a method other than GET',
    'rest/response-headers.ts',
    {
      'error-object': '{"error": {"code", "message"}}',
      html: 'an HTML page',
      'error-text': '{"error": "text"}',
    },
  ),
  pages: defineChoice(30, 'pagination of websites, days, citations and competitors', 'query/query.ts', {
    none: 'whole lists',
    cursor: '25 rows, nextCursor and hasMore; the next by ?cursor=',
    'page-total': '25 rows, page, totalPages and totalItems; the next by ?page=',
  }),
  etag: defineChoice(30, 'ETag and 304', 'rest/response-headers.ts', {
    none: 'none',
    weak: 'a weak ETag; 304 to a matching If-None-Match',
  }),
  gzip: defineChoice(30, 'gzip', 'host/send-response.ts', {
    on: 'for bodies of 1,024 bytes or more, when accepted',
    off: 'never',
  }),
  cors: defineChoice(30, 'CORS', 'rest/response-headers.ts', {
    none: 'none',
    open: 'any origin; OPTIONS gets 204 before the key is checked',
  }),
  versions: defineChoice(33, 'version headers', 'rest/response-headers.ts', {
    plain: 'none',
    deprecated: 'Deprecation (RFC 9745) and Sunset (RFC 8594) on every response of the API',
  }),
  dateSkew: defineWhole(
    null,
    "how far the Date header is ahead of the service's clock",
    'host/send-response.ts',
    { standard: 0, unit: 'seconds', min: -86_400, max: 86_400 },
  ),
};

/** All switches by name. */
export const QUIRKS = {
  ...FORM_QUIRKS,
  ...BODY_QUIRKS,
  ...LIMIT_QUIRKS,
  ...KEY_QUIRKS,
  ...TRANSPORT_QUIRKS,
  ...WEBHOOK_QUIRKS,
} satisfies Record<string, Quirk>;

export type QuirkName = keyof typeof QUIRKS;

/** One value for each switch. */
export type Quirks = { readonly [N in QuirkName]: ValueOf<(typeof QUIRKS)[N]> };

/** One entry for each value of a switch. */
export type QuirkTable<N extends QuirkName, T> = Readonly<Record<Quirks[N], T>>;

export const QUIRK_NAMES = Object.keys(QUIRKS) as readonly QuirkName[];

/** Each value of the switches that change answers, and 600 for a number. */
export const answerSwitches = QUIRK_NAMES.filter((name) => !name.startsWith('webhook')).flatMap((name) => {
  const quirk: Quirk = QUIRKS[name];
  const values = quirk.kind === 'choice' ? Object.keys(quirk.values) : ['600'];
  return values.map((value) => [name, value] as const);
});

/** The default values in a Form. */
export function createStandardQuirks(form: Form): Quirks {
  const standards = Object.fromEntries(QUIRK_NAMES.map((name) => [name, QUIRKS[name].standard]));
  return { ...(standards as unknown as Quirks), form: form === 1 ? '1' : '2' };
}

/** Overrides some switches; returns the same object if there are none. */
export function overlayQuirks(lasting: Quirks, chosen: Partial<Quirks>): Quirks {
  return Object.keys(chosen).length === 0 ? lasting : { ...lasting, ...chosen };
}

/** One switch with its current value, for the decisions. */
export interface QuirkRow {
  readonly name: QuirkName;
  /** The undecided item; null for a switch beyond the 35. */
  readonly item: number | null;
  readonly question: string;
  readonly default: string | number;
  readonly value: string | number;
  readonly alternatives: readonly string[];
  /** The file under src/ that implements it. */
  readonly acts: string;
}

/** All switches by item, with their current values. */
export function listQuirkRows(form: Form, present: Quirks): readonly QuirkRow[] {
  const standards = createStandardQuirks(form);
  return QUIRK_NAMES.map((name) => ({
    name,
    item: QUIRKS[name].item,
    question: QUIRKS[name].about,
    default: standards[name],
    value: present[name],
    alternatives: listAlternatives(QUIRKS[name]),
    acts: QUIRKS[name].acts,
  })).sort((a, b) => (a.item ?? 99) - (b.item ?? 99));
}
