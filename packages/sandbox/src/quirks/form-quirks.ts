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
  form: defineChoice({
    item: 1,
    about: 'the Form in force',
    acts: 'query/axes.ts',
    standard: '1',
    values: {
      '1': 'Form 1',
      '2': 'Form 2',
      both: 'both parameter names and both windows are accepted; all else as the form chosen at start',
      'mixed-1-codes-2': "Form 1's parameters and body case with Form 2's error codes and daily headers",
      'mixed-2-codes-1': "Form 2's parameters and body case with Form 1's error codes and daily headers",
    },
  }),
  periodDefault: defineChoice({
    item: 5,
    about: 'period omitted',
    acts: 'query/windows.ts',
    standard: '30d',
    values: {
      '30d': 'the last 30 days',
      '7d': 'the last 7 days',
      '90d': 'the last 90 days',
      'bad-request': '400 bad_request',
    },
  }),
  rangeDefault: defineChoice({
    item: 6,
    about: 'from and to both omitted',
    acts: 'query/windows.ts',
    standard: '30-days',
    values: { '30-days': 'the last 30 days', all: 'all data there is', 'bad-request': '400 bad_request' },
  }),
  oneBound: defineChoice({
    item: 6,
    about: 'one of from and to given',
    acts: 'query/windows.ts',
    standard: 'implied',
    values: {
      implied: 'from alone: until today; to alone: the 30 days until it',
      'bad-request': '400 bad_request',
    },
  }),
  bounds: defineChoice({
    item: 7,
    about: 'last day of a window',
    acts: 'query/windows.ts',
    standard: 'inclusive',
    values: {
      inclusive: 'belongs to it',
      'exclusive-end': 'does not: to is the first day after it, and a period ends with yesterday',
    },
  }),
  dayZone: defineChoice({
    item: 7,
    about: 'time zone of today',
    acts: 'query/windows.ts',
    standard: 'utc',
    values: { utc: 'UTC', team: "the team's, which is ten hours behind UTC all year" },
  }),
  today: defineChoice({
    item: 7,
    about: 'today in the data',
    acts: 'query/windows.ts',
    standard: 'whole',
    values: {
      whole: 'complete, as if it had ended',
      partial: 'traffic and citations in proportion to the part of the day that has passed',
      absent: 'left out everywhere',
    },
  }),
  invalid: defineChoice({
    item: 8,
    about: 'invalid period or date, from after to',
    acts: 'query/windows.ts',
    standard: 'form',
    values: {
      form: '400: bad_request in Form 2; invalid_request, which is ours, in Form 1',
      'bad-request': '400 bad_request in both Forms',
      empty: '200 with no days',
      clamped: '200 with the window of an omitted parameter; from after to: both in the right order',
      'server-error': '500 server_error',
    },
  }),
  missingId: defineChoice({
    item: 9,
    about: 'website id missing (Form 1; Form 2 states 400 bad_request)',
    acts: 'query/query.ts',
    standard: 'invalid-request',
    values: {
      'invalid-request': '400 invalid_request, which is ours: Form 1 has no code for it',
      'bad-request': "400 bad_request, Form 2's code",
      'not-found': '404 not_found',
      'all-sites': '200 with a list of the bodies of all websites',
    },
  }),
  otherName: defineChoice({
    item: 10,
    about: "the other form's name of the website parameter",
    acts: 'query/query.ts',
    standard: 'missing',
    values: {
      missing: 'as if no id was sent',
      accepted: 'accepted',
      ignored: '200 with the figures of the whole team, no id in the body',
    },
  }),
  lenientEndpoint: defineChoice({
    item: 9,
    about: 'an endpoint that uses the first website if the id is missing',
    acts: 'query/query.ts',
    standard: 'none',
    values: ENDPOINT_OR_NONE,
  }),
  swappedEndpoint: defineChoice({
    item: 10,
    about: "an endpoint that accepts only the other form's name of the website parameter",
    acts: 'query/query.ts',
    standard: 'none',
    values: ENDPOINT_OR_NONE,
  }),
  bothWindows: defineChoice({
    item: 11,
    about: 'period together with from or to (Form 2)',
    acts: 'query/windows.ts',
    standard: 'period-wins',
    values: { 'period-wins': 'period wins', 'bad-request': '400 bad_request' },
  }),
  unknownParameters: defineChoice({
    item: null,
    about: "parameters that the endpoint does not take, the other Form's window included",
    acts: 'query/query.ts',
    standard: 'ignored',
    values: {
      ignored: 'ignored',
      refused: '400: bad_request in Form 2; invalid_request, which is ours, in Form 1',
    },
  }),
};
