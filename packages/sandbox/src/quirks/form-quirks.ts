import { defineChoice } from './quirk.ts';

const ENDPOINT_OR_NONE = {
  none: 'none',
  analytics: 'analytics',
  citations: 'citations',
  competitors: 'competitors',
  authority: 'authority',
} as const;

/** Switches of the Form and the parameters (specification §4; items 1 and 5 to 11). */
export const FORM_QUIRKS = {
  form: defineChoice(1, 'the Form in force', 'query/axes.ts', {
    '1': 'Form 1',
    '2': 'Form 2',
    both: 'both parameter names and both windows are accepted; all else as the form chosen at start',
    'mixed-1-codes-2': "Form 1's parameters and body case with Form 2's error codes and daily headers",
    'mixed-2-codes-1': "Form 2's parameters and body case with Form 1's error codes and daily headers",
  }),
  periodDefault: defineChoice(5, 'period omitted', 'query/windows.ts', {
    '30d': 'the last 30 days',
    '7d': 'the last 7 days',
    '90d': 'the last 90 days',
    'bad-request': '400 bad_request',
  }),
  rangeDefault: defineChoice(6, 'from and to both omitted', 'query/windows.ts', {
    '30-days': 'the last 30 days',
    all: 'all data there is',
    'bad-request': '400 bad_request',
  }),
  oneBound: defineChoice(6, 'one of from and to given', 'query/windows.ts', {
    implied: 'from alone: until today; to alone: the 30 days until it',
    'bad-request': '400 bad_request',
  }),
  bounds: defineChoice(7, 'last day of a window', 'query/windows.ts', {
    inclusive: 'belongs to it',
    'exclusive-end': 'does not: to is the first day after it, and a period ends with yesterday',
  }),
  dayZone: defineChoice(7, 'time zone of today', 'query/windows.ts', {
    utc: 'UTC',
    team: "the team's, which is ten hours behind UTC all year",
  }),
  today: defineChoice(7, 'today in the data', 'query/windows.ts', {
    whole: 'complete, as if it had ended',
    partial: 'traffic and citations in proportion to the part of the day that has passed',
    absent: 'left out everywhere',
  }),
  invalid: defineChoice(8, 'invalid period or date, from after to', 'query/windows.ts', {
    form: '400: bad_request in Form 2; invalid_request, which is ours, in Form 1',
    'bad-request': '400 bad_request in both Forms',
    empty: '200 with no days',
    clamped: '200 with the window of an omitted parameter; from after to: both in the right order',
    'server-error': '500 server_error',
  }),
  missingId: defineChoice(9, 'website id missing (Form 1; Form 2 states 400 bad_request)', 'query/query.ts', {
    'invalid-request': '400 invalid_request, which is ours: Form 1 has no code for it',
    'bad-request': "400 bad_request, Form 2's code",
    'not-found': '404 not_found',
    'all-sites': '200 with a list of the bodies of all websites',
  }),
  otherName: defineChoice(10, "the other form's name of the website parameter", 'query/query.ts', {
    missing: 'as if no id was sent',
    accepted: 'accepted',
    ignored: '200 with the figures of the whole team, no id in the body',
  }),
  lenientEndpoint: defineChoice(
    9,
    'an endpoint that uses the first website if the id is missing',
    'query/query.ts',
    ENDPOINT_OR_NONE,
  ),
  swappedEndpoint: defineChoice(
    10,
    "an endpoint that accepts only the other form's name of the website parameter",
    'query/query.ts',
    ENDPOINT_OR_NONE,
  ),
  bothWindows: defineChoice(11, 'period together with from or to (Form 2)', 'query/windows.ts', {
    'period-wins': 'period wins',
    'bad-request': '400 bad_request',
  }),
  unknownParameters: defineChoice(
    null,
    "parameters that the endpoint does not take, the other Form's window included",
    'query/query.ts',
    { ignored: 'ignored', refused: '400: bad_request in Form 2; invalid_request, which is ours, in Form 1' },
  ),
};
