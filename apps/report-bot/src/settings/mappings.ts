import { type Endpoint, isMappingField, isMappingPointer, mappingFields } from '@answershare/core';
import { z } from 'zod';
import { nearest } from './nearest.ts';

const pointer = z
  .string('must be a JSON Pointer in quotes, such as "/day"')
  .refine(isMappingPointer, 'is no JSON Pointer; write it as /data/*/day');

const rows = z
  .string('must be a JSON Pointer in quotes, such as "/data/*"')
  .refine((text) => text !== '*' && isMappingPointer(text), 'is no JSON Pointer; write it as /data/*');

/** A mapping of one endpoint's bodies as a person writes it. Whether its pointers lead anywhere shows only beside a body. */
export function mappingShape(endpoint: Endpoint) {
  const known = mappingFields(endpoint);
  const name = z.string().refine((text) => isMappingField(endpoint, text), {
    error: ({ input }) => {
      const near = nearest(String(input), known);
      const advice = near === null ? '' : ` did you mean "${near}"?`;
      return `is no field of ${endpoint};${advice} There is ${known.join(', ')}`;
    },
  });
  return z.strictObject({
    rows: rows.exactOptional().describe('JSON Pointer (RFC 6901) to each row, with * for each entry.'),
    fields: z
      .record(name, pointer)
      .refine((fields) => Object.keys(fields).length > 0, 'needs at least one field')
      .describe(`JSON Pointers by field, those of a row from the row on: ${known.join(', ')}.`),
    shareUnit: z.enum(['percent', 'fraction']).exactOptional(),
    brand: z
      .string()
      .exactOptional()
      .describe('Name of the own brand, where the list of competitors holds it.'),
    scale: z.number().positive('must be above 0').exactOptional().describe('Top of the authority score.'),
  });
}

const of = (endpoint: Endpoint) => mappingShape(endpoint).exactOptional();

/** A mapping for each endpoint whose bodies cannot be told by themselves; an endpoint with one is read by it alone. */
export const mappings = z.strictObject({
  websites: of('websites'),
  analytics: of('analytics'),
  citations: of('citations'),
  competitors: of('competitors'),
  authority: of('authority'),
});
