import type { z } from 'zod';
import { said, valueAt } from '../../settings/findings.ts';

/** All that is wrong with a value, one line each, with the path of the field. */
export function shapeWords(error: z.ZodError, given: unknown): string {
  return error.issues
    .flatMap((issue) => {
      const place = issue.path.length === 0 ? 'the whole' : issue.path.join('.');
      if (issue.code === 'invalid_key') return issue.issues.map(({ message }) => `  ${place}: ${message}`);
      const path = issue.path.map((part) => (typeof part === 'symbol' ? String(part) : part));
      return [`  ${place}: ${ownWords(issue) ?? said(issue, valueAt(given, path), 'an object')}`];
    })
    .join('\n');
}

/** The message that the shape gives itself; null for one of the validator's own. */
function ownWords({ message }: z.core.$ZodIssue): string | null {
  return /^(Invalid|Too|Unrecognized)\b/.test(message) ? null : message;
}
