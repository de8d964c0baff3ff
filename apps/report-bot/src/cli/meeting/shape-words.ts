import type { z } from 'zod';

/** All that is wrong with a value, one line each, with the path of the field. */
export function shapeWords(error: z.ZodError): string {
  return error.issues
    .map(({ path, message }) => `  ${path.length === 0 ? 'the whole' : path.join('.')}: ${message}`)
    .join('\n');
}
