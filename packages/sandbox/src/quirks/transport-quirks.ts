import { defineChoice, defineWhole } from './quirk.ts';

/** Switches of transport (items 29, 30 and 33) and of the Date header. */
export const TRANSPORT_QUIRKS = {
  unknownPath: defineChoice(
    29,
    'body for an unknown path and a method other than GET',
    'rest/response-headers.ts',
    {
      'error-object': '{"error": {"code", "message"}}',
      html: 'an HTML page',
      'error-text': '{"error": "text"}',
    },
  ),
  pages: defineChoice(30, 'pagination of websites, days, citations and competitors', 'query/query.ts', {
    none: 'whole lists',
    cursor: '25 rows, nextCursor and hasMore; the next by ?cursor=',
    'page-total': '25 rows, page, totalPages and totalItems; the next by ?page=',
  }),
  etag: defineChoice(30, 'ETag and 304', 'rest/response-headers.ts', {
    none: 'none',
    weak: 'a weak ETag; 304 to a matching If-None-Match',
  }),
  gzip: defineChoice(30, 'gzip', 'host/send-response.ts', {
    on: 'for bodies of 1,024 bytes or more, when accepted',
    off: 'never',
  }),
  cors: defineChoice(30, 'CORS', 'rest/response-headers.ts', {
    none: 'none',
    open: 'any origin; OPTIONS gets 204 before the key is checked',
  }),
  versions: defineChoice(33, 'version headers', 'rest/response-headers.ts', {
    plain: 'none',
    deprecated: 'Deprecation (RFC 9745) and Sunset (RFC 8594) on every response of the API',
  }),
  dateSkew: defineWhole(
    null,
    "how far the Date header is ahead of the service's clock",
    'host/send-response.ts',
    { standard: 0, unit: 'seconds', min: -86_400, max: 86_400 },
  ),
};
