import { defineChoice, defineWhole } from './quirk.ts';

/** Switches of transport (items 29, 30 and 33) and of the Date header. */
export const TRANSPORT_QUIRKS = {
  unknownPath: defineChoice({
    item: 29,
    about: 'body for an unknown path and a method other than GET',
    acts: 'rest/response-headers.ts',
    standard: 'error-object',
    values: {
      'error-object': '{"error": {"code", "message"}}',
      html: 'an HTML page',
      'error-text': '{"error": "text"}',
    },
  }),
  pages: defineChoice({
    item: 30,
    about: 'pagination of websites, days, citations and competitors',
    acts: 'query/query.ts',
    standard: 'none',
    values: {
      none: 'whole lists',
      cursor: '25 rows, nextCursor and hasMore; the next by ?cursor=',
      'page-total': '25 rows, page, totalPages and totalItems; the next by ?page=',
    },
  }),
  etag: defineChoice({
    item: 30,
    about: 'ETag and 304',
    acts: 'rest/response-headers.ts',
    standard: 'none',
    values: { none: 'none', weak: 'a weak ETag; 304 to a matching If-None-Match' },
  }),
  gzip: defineChoice({
    item: 30,
    about: 'gzip',
    acts: 'host/send-response.ts',
    standard: 'on',
    values: { on: 'for bodies of 1,024 bytes or more, when accepted', off: 'never' },
  }),
  cors: defineChoice({
    item: 30,
    about: 'CORS',
    acts: 'rest/response-headers.ts',
    standard: 'none',
    values: { none: 'none', open: 'any origin; OPTIONS gets 204 before the key is checked' },
  }),
  versions: defineChoice({
    item: 33,
    about: 'version headers',
    acts: 'rest/response-headers.ts',
    standard: 'plain',
    values: {
      plain: 'none',
      deprecated: 'Deprecation (RFC 9745) and Sunset (RFC 8594) on every response of the API',
    },
  }),
  dateSkew: defineWhole({
    item: null,
    about: "how far the Date header is ahead of the service's clock",
    acts: 'host/send-response.ts',
    standard: 0,
    unit: 'seconds',
    min: -86_400,
    max: 86_400,
  }),
};
