import type { Mapping } from '@answershare/core';
import { z } from 'zod';
import { Complaint } from '../../complaint.ts';
import type { Context } from '../context.ts';
import { givenJson } from './given.ts';
import { shapeWords } from './shape-words.ts';

const shape = z.strictObject({
  rows: z.string().exactOptional(),
  fields: z.record(z.string(), z.string()),
  shareUnit: z.enum(['percent', 'fraction']).exactOptional(),
  scale: z.number().positive().exactOptional(),
});

/** A mapping from a file. Whether its pointers lead anywhere shows only beside the body, so the reader tells that. */
export async function givenMapping(context: Context, file: string): Promise<Mapping> {
  const given = await givenJson(context, file);
  const checked = shape.safeParse(given);
  if (checked.success) return checked.data;
  throw new Complaint(
    `${file} is no mapping. It is an object such as {"rows": "/data/*", "fields": {"date": "/day"}}:\n${shapeWords(checked.error)}`,
    2,
  );
}
