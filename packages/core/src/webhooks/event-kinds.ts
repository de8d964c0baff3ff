import { isObject, type JsonObject, normalizeName, readText, toSegment } from '../json/json.ts';
import type { WebhookDelivery } from './delivery.ts';

/** The kinds of event in the specification (§6), which does not show their wire names. */
export type EventKind =
  | 'new-citation'
  | 'backlink-verified'
  | 'authority-change'
  | 'crawl-complete'
  | 'content-refreshed'
  | 'competitor-alert';

interface KindPattern {
  readonly kind: EventKind;
  readonly subject: RegExp;
  readonly action: RegExp;
}

/** The words of each kind, in any order, tense and number. */
const eventKinds: readonly KindPattern[] = [
  {
    kind: 'new-citation',
    subject: /^citations?$/,
    action: /^(new|creat(e|ed|ion)|add(ed)?|detect(ed)?|found|discover(ed)?)$/,
  },
  {
    kind: 'backlink-verified',
    subject: /^backlinks?$/,
    action: /^(verif(y|ied|ication)|confirm(ed)?)$/,
  },
  {
    kind: 'authority-change',
    subject: /^authority$/,
    action: /^(chang(e|ed|es)|updat(e|ed)|move(d)?)$/,
  },
  {
    kind: 'crawl-complete',
    subject: /^crawl(s|ed|er)?$/,
    action: /^(complet(e|ed|ion)|finish(ed)?|done|end(ed)?)$/,
  },
  {
    kind: 'content-refreshed',
    subject: /^contents?$/,
    action: /^refresh(ed|es)?$/,
  },
  {
    kind: 'competitor-alert',
    subject: /^competitors?$/,
    action: /^alert(s|ed)?$/,
  },
];

/** Words without influence on the kind. */
const neutralWords = /^(event|webhook|ai|entity|score|site|website|brand|v\d+)$/;

/** Longer than any description in the specification. */
const maxNameLength = 100;

/** Splits `citation.new`, `new_citation`, `NewCitation` or `CITATION-NEW` into lower-case words. */
function splitWords(name: string): readonly string[] {
  return name
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replace(/([A-Z]+)([A-Z][a-z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z\d]+/)
    .filter((word) => word !== '');
}

/** The kind of a wire name; null if a word is left over: `backlink.verification.failed` is not `backlink verified`. */
export function toEventKind(name: string): EventKind | null {
  const words = name.length > maxNameLength ? [] : splitWords(name);
  const found = eventKinds.find(
    ({ subject, action }) =>
      words.some((word) => subject.test(word)) &&
      words.some((word) => action.test(word)) &&
      words.every((word) => subject.test(word) || action.test(word) || neutralWords.test(word)),
  );
  return found?.kind ?? null;
}

/** A wire name of an event and its place. */
export interface EventName {
  readonly name: string;
  readonly kind: EventKind | null;
  readonly place: string;
  /** False for a header, which no scheme signs. */
  readonly signed: boolean;
}

const nameFields = ['type', 'event', 'eventtype', 'eventname', 'topic', 'action', 'kind'];

function findNamesInHeaders(headers: WebhookDelivery['headers']): readonly EventName[] {
  return Object.keys(headers)
    .filter((header) => /-(event|topic)(-type)?$/i.test(header))
    .map((header) => ({ header: header.toLowerCase(), name: (headers[header] ?? '').trim() }))
    .filter(({ name }) => name !== '')
    .map(({ header, name }) => ({ name, kind: toEventKind(name), place: `header ${header}`, signed: false }));
}

function findNamesInBody(body: JsonObject): readonly EventName[] {
  const found: EventName[] = [];
  for (const wanted of nameFields) {
    for (const field of Object.keys(body)) {
      if (normalizeName(field) !== wanted) continue;
      const value = body[field];
      const nested = isObject(value)
        ? Object.keys(value).find((one) => /^(type|name)$/i.test(one))
        : undefined;
      const name = isObject(value) && nested !== undefined ? readText(value[nested]) : readText(value);
      const place = toSegment(field) + (nested === undefined ? '' : toSegment(nested));
      if (name !== null) found.push({ name, kind: toEventKind(name), place, signed: true });
    }
  }
  return found;
}

/**
 * All names of a delivery's event, headers first, then top-level fields. Ignores `type` inside `data`, where Square writes
 * the object's type.
 */
export function findEventNames(headers: WebhookDelivery['headers'], body: unknown): readonly EventName[] {
  return findNamesInHeaders(headers).concat(isObject(body) ? findNamesInBody(body) : []);
}
