import { createHash } from 'node:crypto';
import type { Quirks } from '../quirks/table.ts';
import type { Answer, ApiRequest } from './answer.ts';

/** ETag and conditional requests (RFC 9110 §8.8.3 and §13.1.2; undecided item 30). */
export const VALIDATED: Readonly<Record<Quirks['etag'], (answer: Answer, request: ApiRequest) => Answer>> = {
  none: (answer) => answer,
  weak(answer, request) {
    if (answer.status !== 200) return answer;
    const tag = `W/"${createHash('sha256').update(answer.body).digest('base64url').slice(0, 16)}"`;
    const tagged = { ...answer, headers: { ...answer.headers, ETag: tag } };
    return matches(request.ifNoneMatch, tag) ? { ...tagged, status: 304, body: '' } : tagged;
  },
};

function matches(header: string | null, tag: string): boolean {
  const tags = (header ?? '').split(',').map((text) => text.trim());
  return tags.includes('*') || tags.some((text) => text.replace(/^W\//, '') === tag.slice(2));
}
