import { ApiError } from '../faults/api-error.ts';

const half = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/;

function refuse(what: string): never {
  const hint = 'Copy the id again from the list of websites.';
  throw new ApiError({
    kind: 'not_found',
    owner: 'caller',
    message: `The website id ${what}. ${hint}`,
    hint,
  });
}

/**
 * A website's id as it is asked about.
 * @throws ApiError for none, which the service could only refuse
 */
export function named(website: string): string {
  return typeof website === 'string' && website.trim() !== '' ? website : refuse('is empty');
}

/**
 * A value of a query, percent-encoded (RFC 3986 §2.1).
 * @throws ApiError for half of a character beyond U+FFFF, which has no UTF-8 (RFC 3629 §3)
 */
export function encoded(value: string): string {
  return half.test(value)
    ? refuse('holds half of a character and cannot be sent')
    : encodeURIComponent(value);
}
