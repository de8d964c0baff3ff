import { type NameEntry, toEngineId, toNameKey, toPageAddress } from '@answershare/core';
import { z } from 'zod';
import { type PathIssue, prefixPaths, type WellFormed } from './issues.ts';

const text = z.string().trim().min(1).max(200);

const shape = {
  name: text.describe('The name that is shown.'),
  aliases: z.array(text).min(1).describe('Other names and domains of it.'),
};

const entriesSchema = z
  .array(
    z.strictObject({
      ...shape,
      from: z
        .string()
        .regex(/^\d{4}-\d{2}-\d{2}$/, 'must be a day such as 2026-11-01')
        .exactOptional()
        .describe('The first day of which these names are one. Every day by default.'),
    }),
  )
  .default([]);

export const namesSchema = z
  .strictObject({
    brands: entriesSchema.describe('Your brands and competitors: their rows are summed.'),
    engines: entriesSchema.describe('Answer engines: their citations are summed.'),
    websites: z
      .array(z.strictObject(shape))
      .default([])
      .describe(
        'Websites by id, domain or name, with other names, domains and folders such as acme.example/de.',
      ),
  })
  .prefault({})
  .describe(
    'The names that you keep: aliases, other domains, renamed and merged brands, engines and websites.',
  );

const kinds = {
  brands: toNameKey,
  engines: (text: string) => toEngineId(text).engine,
  websites: (text: string) => toPageAddress(text) ?? toNameKey(text),
} as const;

/** A name of two entries, unless each of them holds from another day on. */
export function findSharedNames(
  names: WellFormed<Readonly<Partial<Record<keyof typeof kinds, readonly NameEntry[]>>>>,
): PathIssue[] {
  return (Object.keys(kinds) as (keyof typeof kinds)[]).flatMap((kind) => {
    const owners = new Map<string, number>();
    return prefixPaths(
      [kind],
      (names?.[kind] ?? []).flatMap((entry, index) =>
        [
          { text: entry?.name, path: ['name'] },
          ...(entry?.aliases ?? []).map((alias, at) => ({ text: alias, path: ['aliases', at] })),
        ].flatMap(({ text: own, path }) => {
          if (own === undefined) return [];
          const key = `${entry?.from ?? ''} ${kinds[kind](own)}`;
          const owner = owners.get(key) ?? index;
          owners.set(key, owner);
          const message = `is a name of "${names?.[kind]?.[owner]?.name ?? owner}" already; remove one of the two`;
          return owner === index ? [] : [{ path: [index, ...path], message }];
        }),
      ),
    );
  });
}
