import fc from 'fast-check';
import { stringify } from 'yaml';
import { type FuzzRuns, fuzzInputs } from '../../../../packages/core/test/properties/fuzz-inputs.ts';
import { jsonGarbage, spoil } from '../../../../packages/core/test/properties/typed-garbage.ts';
import { parseSettings } from '../../src/settings/settings.ts';
import { UserError } from '../../src/system/errors.ts';

const reference = (name: string): string => `$\{${name}}`;
const environment = {
  ANSWERSHARE_API_KEY: 'rs_live_0123456789abcdef0123456789abcdef',
  SMTP_PASSWORD: 'pass-canary',
  HOOK_URL: 'https://hooks.example.com/pass-canary',
  HOOK_SECRET: 'whsec_MDEyMzQ1Njc4OTAxMjM0NTY3ODkwMTIzNDU2Nzg5MDE=',
  UNSUBSCRIBE_SECRET: '0123456789abcdef0123456789abcdef',
};

const audience = {
  timezone: 'Europe/Berlin',
  websites: ['acme.com'],
  recipients: ['ann@example.com', { to: 'bob@example.com', name: 'Bob', locale: 'de', client: 'Acme' }],
  channels: [{ webhook: reference('HOOK_URL'), secret: reference('HOOK_SECRET'), locale: 'fr' }],
  mail: { colour: '#1f5fbf', intro: 'Hello', sections: ['engines'], sheet: 'https://docs.example.com/1' },
};

/** Settings with most of their parts. */
const settings = {
  service: {
    url: 'https://api.example.com',
    key: reference('ANSWERSHARE_API_KEY'),
    form: 'auto',
    maxBodyBytes: 5_000,
    dashboard: 'https://app.example.com/{website}',
    recipes: {
      authority: { v: 1, kind: 'authority', whole: { score: '/score number' }, constants: { scale: 100 } },
      citations: [
        {
          v: 1,
          kind: 'citations',
          lists: { items: [{ at: '/rows/*', fields: { url: '/rows/*/url text' } }] },
          guards: [{ at: '/state', measured: [true], unmeasured: [false] }],
        },
      ],
    },
  },
  store: { folder: 'data' },
  smtp: {
    host: 'smtp.example.com',
    port: 587,
    password: reference('SMTP_PASSWORD'),
    from: 'a@example.com',
    unsubscribe: { url: 'https://example.com/u/{token}', secret: reference('UNSUBSCRIBE_SECRET') },
  },
  snapshots: { time: '05:30', timezone: 'UTC' },
  clients: [{ name: 'Acme', websites: ['acme.com'] }],
  schedules: [{ id: 'weekly', cron: '0 9 * * 1', mode: 'on-change', ...audience }],
  alerts: [{ id: 'drop', figure: 'share', below: 20, ...audience }],
};

const oddValues = fc.constantFrom<unknown>(
  { compare: reference('UNSET') },
  ...['UNSET', 'constructor', '__proto__', 'SMTP_PASSWORD', 'file:/dev/zero', 'file:.'].map(reference),
  ...['https://%u/{token}', 'http://[', 'https://a:99999999', '0 9 * * 1,', '/', '.', '*a', '{website}'],
);

/** Lines of YAML that JSON cannot have. */
const oddLines = [
  ...[
    'x: &a [*a, *a]',
    '? [a]: b',
    '<<: *missing',
    '<<: [1, {__proto__: 1}]',
    '- : -',
    '\tx: 1',
    '%YAML 9.9',
    '---',
    '...',
  ],
  ...[
    'x: !!binary "%%"',
    'x: !!js/function 1',
    'x: !<tag:x> {}',
    'x: |\n a\n\tb',
    'x: "\\ud800\\x0"',
    'x: {a: 1, a: 2}',
    '\ufeff',
  ],
  `x: ${'['.repeat(2_000)}`,
  `x: ${'{a: '.repeat(2_000)}`,
  `a: &a [1,1]\n${Array.from('bcdefghijk', (name, at) => `${name}: &${name} [${`*${'abcdefghij'[at]},`.repeat(9)}]`).join('\n')}`,
];

/** Settings as a file: JSON, YAML, and YAML with odd lines in it. */
const anyFile = fc
  .tuple(
    spoil(settings, fc.oneof(oddValues, jsonGarbage)),
    fc.constantFrom('JSON', 'YAML', 'odd'),
    fc.array(fc.tuple(fc.nat(), fc.constantFrom(...oddLines)), { minLength: 1, maxLength: 3 }),
  )
  .map(([value, format, odd]) => {
    if (format === 'JSON') return JSON.stringify(value) ?? '';
    const lines = stringify(value).split('\n');
    if (format === 'odd') for (const [at, line] of odd) lines.splice(at % (lines.length + 1), 0, line);
    return lines.join('\n');
  });

/** Reads so many settings with values of any type in them: each is accepted, or refused with a sentence. */
export const checkGarbageSettings = (runs: FuzzRuns): Promise<void> =>
  fuzzInputs(
    'settings',
    anyFile,
    (text) => {
      try {
        parseSettings('answershare.yaml', text, environment);
      } catch (thrown) {
        if (!(thrown instanceof UserError)) throw thrown;
      }
    },
    runs,
  );
