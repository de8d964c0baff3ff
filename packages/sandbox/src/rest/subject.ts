import type { Quirks } from '../quirks/table.ts';
import type { Endpoint } from '../tenants/scopes.ts';
import { type Axes, otherIdName } from './axes.ts';
import { badRequest, notFound, type Refusal } from './refusal.ts';

/** Which websites a query asks about: one by its id, the first, each on its own, or the team as one. */
export type Subject =
  | { readonly of: 'one'; readonly id: string; readonly parameter: string }
  | { readonly of: 'first' }
  | { readonly of: 'each' }
  | { readonly of: 'team' };

/** Undecided item 9; specification §4 states 400 for Form 2. */
const MISSING: Readonly<Record<Quirks['missingId'], (refusal: Refusal) => Subject | Refusal>> = {
  'bad-request': (refusal) => refusal,
  'not-found': ({ message }) => notFound(message),
  'all-sites': () => ({ of: 'each' }),
};

/** Undecided item 10: the other form's name was sent, and the own one was not. */
const OTHER_NAME: Readonly<
  Record<
    Quirks['otherName'],
    (id: string, parameter: string, missing: () => Subject | Refusal) => Subject | Refusal
  >
> = {
  missing: (_, __, missing) => missing(),
  accepted: (id, parameter) => ({ of: 'one', id, parameter }),
  ignored: () => ({ of: 'team' }),
};

/** The website parameter of a query (specification §4). */
export function subjectOf(
  axes: Axes,
  quirks: Quirks,
  endpoint: Endpoint,
  query: URLSearchParams,
): Subject | Refusal {
  const isSwapped = quirks.swappedEndpoint === endpoint;
  const otherName = otherIdName(axes);
  for (const parameter of isSwapped ? [otherName] : axes.idNames) {
    const id = query.get(parameter) ?? '';
    if (id !== '') return { of: 'one', id, parameter };
  }
  if (quirks.lenientEndpoint === endpoint) return { of: 'first' };
  const missing = () => missingId(axes, quirks);
  const id = query.get(otherName) ?? '';
  return id === '' || isSwapped ? missing() : OTHER_NAME[quirks.otherName](id, otherName, missing);
}

function missingId(axes: Axes, quirks: Quirks): Subject | Refusal {
  const refusal = badRequest(
    `The parameter ${axes.idNames[0]} is missing: send the id of one of the websites of /api/v1/websites.`,
  );
  return axes.names === 1 ? MISSING[quirks.missingId](refusal) : refusal;
}
