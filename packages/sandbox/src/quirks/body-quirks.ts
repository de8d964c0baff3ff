import { defineChoice } from './quirk.ts';

/** Switches of bodies, whose fields the specification does not show (§2; items 2 to 4, 31 and 35), and of engines. */
export const BODY_QUIRKS = {
  envelope: defineChoice(2, 'envelope of a body', 'bodies/envelopes.ts', {
    named: '{"days": [...], ...} with the other fields',
    bare: 'the list alone; authority has no list and stays',
    data: '{"data": body}; websites {"data": [...]}',
    'success-data': '{"success": true, "data": ...}, else as data',
    'data-meta': '{"data": [...], "meta": the other fields}; authority {"data": body, "meta": {}}',
    results: '{"results": [...], ...} in place of the name; authority {"results": [body]}',
    'by-key': 'objects in place of lists, keyed by id, date, engine, domain or name',
    columnar: 'one list for each field of the rows',
  }),
  case: defineChoice(2, 'case of field names', 'query/json.ts', {
    form: 'camelCase in Form 1, snake_case in Form 2',
    camel: 'camelCase',
    snake: 'snake_case',
  }),
  nesting: defineChoice(2, 'depth of a body', 'bodies/envelopes.ts', {
    flat: 'fields at their own level',
    deep: 'the figures of a row under "metrics", the body under "response"."result"',
  }),
  engines: defineChoice(null, 'the AI engines that cite a website', 'data/citations.ts', {
    standard: 'ChatGPT, Google AI Overviews, Perplexity, Gemini, Copilot, Claude',
    more: 'these and Grok, DeepSeek and Meta AI, whose citations come on top',
  }),
  engineNames: defineChoice(2, 'spelling of AI engines', 'bodies/shares-and-scores.ts', {
    display: 'their display names',
    slug: 'a slug, for example chatgpt or google_ai_overview',
    vendor: 'by vendor or model, for example openai or googleAIO',
    mixed: 'another spelling in each row, as in published samples',
  }),
  authorityScale: defineChoice(
    2,
    'top of the authority scale',
    'bodies/shares-and-scores.ts',
    { '1': '0 to 1 with two decimals', '100': '0 to 100', '1000': '0 to 1000' },
    '100',
  ),
  authorityMaximum: defineChoice(
    2,
    'the top of the authority scale in the body',
    'bodies/shares-and-scores.ts',
    { sent: 'as maxScore', absent: 'not in it' },
  ),
  authoritySum: defineChoice(2, 'the authority score and its components', 'bodies/shares-and-scores.ts', {
    'adds-up': 'the rounded weighted sum of the components',
    'does-not': '3 of 100 above the weighted sum, 100 at most',
  }),
  shares: defineChoice(3, 'unit of shares', 'bodies/shares-and-scores.ts', {
    percent: '41.2',
    fraction: '0.412',
    text: '"41.2%"',
    mixed: 'percent for the own brand, fraction for competitors',
  }),
  shareSum: defineChoice(3, 'sum of all shares', 'bodies/shares-and-scores.ts', {
    whole: 'exactly 100.0 %',
    'more-than-whole': 'about 113 %: an answer that names two brands counts once in the total',
  }),
  ownBrand: defineChoice(4, 'the own brand in the list of competitors', 'bodies/shares-and-scores.ts', {
    absent: 'not in it',
    flagged: 'in it, marked by isOwn',
    unflagged: 'in it like any other',
  }),
  unknownFields: defineChoice(31, 'unknown fields', 'bodies/envelopes.ts', {
    none: 'none',
    some: 'in some rows, by seed',
  }),
  nulls: defineChoice(31, 'nulls in the rows of lists', 'bodies/envelopes.ts', {
    none: 'none',
    some: 'about one figure of eight, by seed',
  }),
  emptyLists: defineChoice(31, 'empty lists in place of rows', 'bodies/envelopes.ts', {
    none: 'none',
    some: 'about one list of three, by seed',
    all: 'every list',
  }),
  websiteEcho: defineChoice(2, 'id of the website in a body', 'bodies/build-body.ts', {
    id: 'in it',
    none: 'not in it',
  }),
  websiteIds: defineChoice(35, 'format of website ids', 'query/websites.ts', {
    ws: 'ws_ and 12 digits or small letters',
    uuid: 'a UUID',
    integer: 'an integer as a string',
    domain: 'the domain, with dots',
    encoded: 'characters that a URL must escape: slash, space, ampersand, hash, percent, umlaut',
  }),
};
