import type { z } from 'zod';

/** All that is wrong with a value, one line each, with the path of the field. */
export function shapeWords(error: z.ZodError): string {
  return error.issues
    .flatMap((issue) => {
      const place = issue.path.length === 0 ? 'the whole' : issue.path.join('.');
      const { issues } = issue.code === 'invalid_key' ? issue : { issues: [issue] };
      return issues.map(({ message }) => `  ${place}: ${message}`);
    })
    .join('\n');
}
