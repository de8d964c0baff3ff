import {
  type DoctorReport,
  type Endpoint,
  type Mapping,
  parseBody,
  type RecordedAnswer,
  suggestMapping,
} from '@answershare/core';

/** A mapping to start from, for an endpoint whose body was refused. */
export interface MappingDraft {
  readonly endpoint: Endpoint;
  readonly mapping: Mapping;
  /** What was proposed and why, then the places that hold values. */
  readonly comment: readonly string[];
}

/** A draft for a body; null where it is no JSON or holds nothing. */
export function draftFor(endpoint: Endpoint, text: string): MappingDraft | null {
  const parsed = parseBody(text);
  if (!parsed.ok || typeof parsed.body !== 'object' || parsed.body === null) return null;
  const { mapping, comment } = suggestMapping(endpoint, parsed.body);
  const draft = { endpoint, mapping, comment };
  return isEmpty(draft) ? { ...draft, comment: unlikeAnything(endpoint, comment.slice(1)) } : draft;
}

/** The places of a body in which no name is known: those that hold numbers, or all where none does. */
function unlikeAnything(endpoint: Endpoint, places: readonly string[]): string[] {
  const numbers = places.filter((place) => /: "?[-+]?\d[\d., ]*%?"?$/.test(place));
  const none = `no field is named like ${endpoint}`;
  return numbers.length > 0
    ? [`${none}; these hold numbers:`, ...numbers]
    : [`${none}, and none holds a number; the body has:`, ...places];
}

/** Drafts for the bodies that a doctor's report refuses. */
export function draftsFor(report: DoctorReport, answers: readonly RecordedAnswer[]): readonly MappingDraft[] {
  const refused = new Set(
    report.endpoints.filter(({ fault }) => fault === 'shape').map(({ endpoint }) => endpoint),
  );
  return [...refused].flatMap((endpoint) => {
    const answer = answers.findLast((one) => one.endpoint === endpoint && one.status === 200);
    return (answer === undefined ? null : draftFor(endpoint, answer.body)) ?? [];
  });
}

const isEmpty = ({ mapping }: MappingDraft): boolean => Object.keys(mapping.fields).length === 0;

/** What a draft rests on, for a person. */
export function restsOn(draft: MappingDraft): string[] {
  const { endpoint, comment } = draft;
  const head = isEmpty(draft)
    ? `No mapping for ${endpoint} suggests itself:`
    : `A mapping for ${endpoint} to start from stands at the end. It rests on:`;
  return [head, ...comment.map((words) => `  ${words}`)];
}

/** A draft for a person who has one body: the mapping to finish, then what it rests on. */
export function draftWords(draft: MappingDraft): string[] {
  if (isEmpty(draft)) return restsOn(draft);
  const { endpoint, mapping, comment } = draft;
  return [
    `A mapping for ${endpoint} to start from; finish it and try it with "answershare read ${endpoint} FILE --mapping FILE":`,
    JSON.stringify(mapping, null, 2),
    ...comment.map((words) => `  ${words}`),
  ];
}
