import fc from 'fast-check';
import {
  compileRecipe,
  decodeValue,
  findMatches,
  findStatedWebsite,
  findStatedWindow,
  formatPeriodFault,
  isApiError,
  isLoopbackHost,
  isSecureAddress,
  normalizeDomain,
  parseBody,
  parseKey,
  parsePeriod,
  parsePointerText,
  type Recipe,
  readByRecipe,
  toEngineId,
  translatePeriod,
  validateRecipe,
} from '../../src/index.ts';
import { checkScheme, diagnoseDelivery, readDelivery, verifyDelivery } from '../../src/webhooks.ts';
import { hmac, now, schemes, sha256 } from '../webhooks/sender.ts';
import { type FuzzRuns, fuzzInputs } from './fuzz-inputs.ts';
import { garbage, jsonGarbage, spoil } from './typed-garbage.ts';

const recipes: readonly Recipe[] = [
  {
    v: 1,
    kind: 'competitors',
    whole: { shareOfVoice: '/own percent?', totalMentions: '/all count' },
    lists: {
      competitors: [
        {
          at: '/rows/*',
          fields: { name: '/rows/*/name text', share: '/rows/*/share percent' },
          except: ['all'],
        },
      ],
    },
    own: { at: '/rows/*/own', is: [true], not: [false], same: '/me' },
    expect: { '/unit': 'percent' },
    known: { '': ['own', 'all', 'rows', 'me', 'unit'], '/rows/*': ['name', 'share', 'own'] },
    guards: [{ at: '/state', measured: ['done', null], unmeasured: ['pending'], zeros: true }],
    witnesses: ['mentions', 'whole', 'brands'],
    decimals: { shareOfVoice: 1, 'competitors.share': 1 },
  },
  {
    v: 1,
    kind: 'authority',
    whole: { score: '/score number' },
    constants: { scale: 100, page: 10 },
    decimals: { score: 1 },
  },
  {
    v: 1,
    kind: 'citations',
    whole: { total: '/total count?' },
    lists: { items: [{ at: '/rows/*', fields: { url: '/rows/*/url text' } }] },
    total: 'rows',
    counted: { from: '/from date', to: '/to date', days: 30 },
  },
];

const bodies: readonly unknown[] = [
  {
    ...{ own: 41.25, all: 10, me: 'one', unit: 'percent', state: 'done' },
    rows: [
      { name: 'one', share: 41.2, own: true },
      { name: 'two', share: 0.123, own: false },
    ],
  },
  { score: 7.25 },
  { total: 1, rows: [{ url: 'https://a.example/' }], from: '2026-11-01', to: '2026-11-30' },
];

const bodyScheme = {
  ...schemes.github,
  timestamp: { from: 'body', field: 'sent_at', unit: 's' },
} as const;
const anyScheme = fc.constantFrom(...Object.values(schemes), bodyScheme);
const delivery = {
  headers: { 'x-service-signature': 'sha256=00', 'webhook-id': 'a', 'webhook-timestamp': '1795251600' },
  body: Buffer.from('{"sent_at":1795251600,"type":"citation.new","data":{"websiteId":"ws_1"}}'),
  url: 'https://a.example/in',
};
/** A delivery whose body is JSON of any shape, with headers of any type. */
const anyDelivery = fc
  .tuple(
    spoil(
      { sent_at: 1_795_251_600, type: 'citation.new', id: 'a', data: { websiteId: 'ws_1' } },
      // As a text it throws.
      fc.oneof(jsonGarbage, fc.constant({ toString: 1, valueOf: 1 })),
    ),
    spoil(delivery.headers),
    garbage,
  )
  .map(([body, headers, url]) => ({ headers, body: Buffer.from(JSON.stringify(body)), url: url as string }));

const periodContext = {
  today: '2026-11-21',
  locale: () => 'de_DE',
  toDate: () => '2026-11-20',
  translate: translatePeriod,
};
const anyRecipe = fc.oneof(...recipes.map((recipe) => spoil(recipe)));

type Call = (value: never) => unknown;
const call = <T>(values: fc.Arbitrary<T>, run: (value: T) => unknown): readonly [fc.Arbitrary<T>, Call] => [
  values,
  run as Call,
];

/** Each public function that takes values from outside, with values of every type. */
const garbageCalls = {
  verifyDelivery: call(fc.tuple(anyScheme, anyDelivery), ([scheme, one]) =>
    verifyDelivery(scheme, ['whsec_c2VjcmV0LXNlY3JldC1zZWNyZXQ='], one, now, hmac),
  ),
  'verifyDelivery of any scheme and secrets': call(
    fc.tuple(fc.oneof(anyScheme.chain(spoil), garbage), spoil(['secret']), spoil(delivery), garbage),
    ([scheme, secrets, one, at]) =>
      verifyDelivery(scheme as typeof bodyScheme, secrets, one, at as number, hmac),
  ),
  readDelivery: call(anyDelivery, (one) => readDelivery(one, sha256)),
  diagnoseDelivery: call(anyDelivery, (one) => diagnoseDelivery(one, ['secret'], hmac, now)),
  checkScheme: call(fc.oneof(anyScheme.chain(spoil), garbage), checkScheme),
  parsePeriod: call(
    fc.array(fc.oneof(garbage, fc.constantFrom('7d', '2026-11-01', 'last week')), { maxLength: 3 }),
    (cells) => {
      const read = parsePeriod(cells, periodContext);
      return read.ok ? read : formatPeriodFault(read.fault);
    },
  ),
  compileRecipe: call(fc.oneof(anyRecipe, garbage), (recipe) => compileRecipe(recipe as Recipe)),
  validateRecipe: call(fc.oneof(anyRecipe, garbage), (recipe) => validateRecipe(recipe as Recipe)),
  'readByRecipe of any recipe': call(fc.tuple(anyRecipe, fc.constantFrom(...bodies)), ([recipe, body]) =>
    readByRecipe(recipe?.kind, recipe, body),
  ),
  'readByRecipe of any body': call(
    fc.oneof(...recipes.map((recipe, at) => fc.tuple(fc.constant(recipe), spoil(bodies[at], jsonGarbage)))),
    ([recipe, body]) => readByRecipe(recipe.kind, recipe, body),
  ),
  findStatedWebsite: call(fc.tuple(anyRecipe, garbage), ([recipe, body]) =>
    findStatedWebsite([{ recipe, status: 'configured', assumes: [], learntAt: 0 }], body),
  ),
  findStatedWindow: call(garbage, findStatedWindow),
  findMatches: call(garbage, (value) => findMatches(value, ['*', '__proto__', '*'])),
  decodeValue: call(garbage, (value) =>
    ['id', 'yyyymmdd', 'text-count', 'engine', 'host'].map((codec) => decodeValue(codec as 'id', value)),
  ),
  isApiError: call(garbage, isApiError),
  'functions of texts': call(fc.string(), (text) => [
    ...[isLoopbackHost, isSecureAddress, normalizeDomain, parseKey, parsePointerText, toEngineId].map(
      (read) => read(text),
    ),
    parseBody(text),
  ]),
};

export const garbageFunctions = Object.keys(garbageCalls) as readonly (keyof typeof garbageCalls)[];

/** Calls a function with so many values. It may return whatever it documents, and change nothing that is shared. */
export function checkGarbage(name: keyof typeof garbageCalls, runs: FuzzRuns): Promise<void> {
  const [values, run] = garbageCalls[name];
  return fuzzInputs(name, values as fc.Arbitrary<never>, run, runs);
}
