import { ApiError } from '../faults/api-error.ts';

const half = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/;

/**
 * A value of a query, percent-encoded (RFC 3986 §2.1).
 * @throws ApiError for half of a character beyond U+FFFF, which has no UTF-8 (RFC 3629 §3)
 */
export function encoded(value: string): string {
  if (!half.test(value)) return encodeURIComponent(value);
  const hint = 'Copy the id again from the list of websites.';
  const message = `The website id holds half of a character and cannot be sent. ${hint}`;
  throw new ApiError({ kind: 'not_found', owner: 'caller', message, hint });
}
