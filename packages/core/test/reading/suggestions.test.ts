import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { type Kind, type Mapping, suggestMapping } from '../../src/index.ts';

/** A body in other words, with the draft of a mapping that a person gets for it. */
interface Suggested {
  readonly name: string;
  readonly kind: Kind;
  readonly body: unknown;
  readonly mapping: Mapping;
  readonly comment: readonly string[];
}

const suggested = JSON.parse(
  readFileSync(new URL('./suggestions.json', import.meta.url), 'utf8'),
) as readonly Suggested[];

it.each(suggested.map((one) => [`${one.kind}: ${one.name}`, one] as const))(
  '%s, with the places that hold values',
  (_, { kind, body, mapping, comment }) => {
    expect(suggestMapping(kind, body)).toEqual({ mapping, comment });
  },
);

it('lists forty places at most', () => {
  const body = Object.fromEntries(Array.from({ length: 60 }, (_, at) => [`f${at}`, at]));
  expect(suggestMapping('authority', body).comment).toHaveLength(41);
});
