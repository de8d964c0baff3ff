import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fuzzInputs, manyRuns } from '../../../packages/core/test/properties/fuzz-inputs.ts';
import { functionCalls } from '../test/support/function-calls.ts';
import { startConnectedAddon } from '../test/support/local-addon.ts';

const oddTexts = fc.constantFrom(
  ...[
    '',
    ' ',
    '\u00a0',
    '\0',
    '\ud800',
    '\u202e',
    '=1+1',
    '#N/A',
    '#REF!',
    'Loading...',
    'TRUE',
    '%',
    '/',
    '/*',
    '/~2',
    '../..',
  ],
  ...[
    '__proto__',
    'constructor',
    'toString',
    'hasOwnProperty',
    'Northwind Outdoor',
    'northwind-outdoor.example',
    'https://%u',
    'xn--',
    'xn--a-ecp.ru',
  ],
  ...[
    '7d',
    '0d',
    '99999999d',
    '36525d',
    '2026-02-30',
    '9999-12-31..0000-01-01',
    '..',
    'last week',
    '2026-W53',
    'visitors',
    'visitors, visitors',
  ],
  ...[
    'on_error=blank',
    'on_error=',
    '=',
    'a=b=c',
    'engine=chatgpt',
    'citations',
    'websites',
    'state',
    'headers',
    'x'.repeat(50_000),
    '(a+)+$',
    'a'.repeat(300),
  ],
);
const oddNumbers = fc.constantFrom(0, -0, -1, 0.5, 1e-300, 1e308, 2 ** 53, 46_000, 1_793_534_400, -1e15);
const value = fc.oneof(
  { weight: 4, arbitrary: oddTexts },
  { weight: 2, arbitrary: oddNumbers },
  fc.string(),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.boolean(),
  fc.date({ noInvalidDate: true, min: new Date('0001-01-01'), max: new Date('9999-12-31') }),
);
const range = fc
  .tuple(fc.integer({ min: 1, max: 4 }), fc.integer({ min: 1, max: 4 }))
  .chain(([height, width]) =>
    fc.array(fc.array(value, { minLength: width, maxLength: width }), {
      minLength: height,
      maxLength: height,
    }),
  );
/** What a cell can give to a function. */
const argument = fc.oneof({ weight: 4, arbitrary: value }, range, fc.constant(undefined));

/** A call that works, or one with some of its arguments, with up to seven odd ones in them. */
const anyCall = fc
  .constantFrom(...Object.entries(functionCalls))
  .chain(([name, args]) =>
    fc
      .tuple(fc.nat({ max: args.length }), fc.array(argument, { maxLength: 7 }))
      .map(([kept, odd]) => ({ name, args: [...args.slice(0, kept), ...odd] })),
  );

test(`${manyRuns.numRuns} calls of custom functions give a value, or a note with a code`, async () => {
  await using addon = await startConnectedAddon(2, 'live', { threads: 1 });
  const codes: Record<string, number> = {};
  await fuzzInputs(
    'cells',
    anyCall,
    async ({ name, args }) => {
      const note = await addon.cell(name, ...args).then(
        () => null,
        (thrown: unknown) => (thrown instanceof Error ? thrown.message : String(thrown)),
      );
      const code = note === null ? 'value' : (/^\[([a-z_]+)\] \S/.exec(note)?.[1] ?? note);
      codes[code] = (codes[code] ?? 0) + 1;
      expect(code, note ?? '').toMatch(/^[a-z_]+$/);
      expect(code, note ?? '').not.toBe('unexpected');
    },
    manyRuns,
  );
  console.log(JSON.stringify(codes));
});
