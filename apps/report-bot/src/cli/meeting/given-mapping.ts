import type { Endpoint, Mapping } from '@answershare/core';
import { Complaint } from '../../complaint.ts';
import { mappingShape } from '../../settings/mappings.ts';
import type { Context } from '../context.ts';
import { givenJson } from './given.ts';
import { shapeWords } from './shape-words.ts';

/** A mapping from a file. Whether its pointers lead anywhere shows only beside the body, so the reader tells that. */
export async function givenMapping(context: Context, endpoint: Endpoint, file: string): Promise<Mapping> {
  const given = await givenJson(context, file);
  const checked = mappingShape(endpoint).safeParse(given);
  if (checked.success) return checked.data;
  throw new Complaint(
    `${file} is no mapping of ${endpoint}. It is an object such as {"rows": "/data/*", "fields": {"date": "/day"}}:\n${shapeWords(checked.error, given)}`,
    2,
  );
}
