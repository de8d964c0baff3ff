import { findSharedNames, type NameList, nameKinds } from '@answershare/core';
import { z } from 'zod';
import type { PathIssue, WellFormed } from './issues.ts';

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

/** Each name of two entries, at its place. */
export const findRepeatedNames = (names: WellFormed<NameList>): PathIssue[] =>
  (Object.keys(nameKinds) as (keyof NameList)[]).flatMap((kind) => {
    const entries = (names?.[kind] ?? []).map((entry) => ({
      name: entry?.name ?? '',
      aliases: (entry?.aliases ?? []).map((alias) => alias ?? ''),
      from: entry?.from ?? '',
    }));
    return findSharedNames(kind, entries).map(({ entry, at, owner }) => ({
      path: [kind, entry, ...(at < 0 ? ['name'] : ['aliases', at])],
      message: `is a name of "${entries[owner]?.name}" already; remove one of the two, or give them different days`,
    }));
  });
