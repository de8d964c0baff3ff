import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import type { Command } from 'commander';
import fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import { fuzzInputs, manyRuns } from '../../../packages/core/test/properties/fuzz-inputs.ts';
import { type Context, openStores } from '../src/cli/io/context.ts';
import type { Streams } from '../src/cli/io/terminal.ts';
import { createProgram } from '../src/program.ts';
import { runCommand } from '../src/run-command.ts';
import { createRedactor } from '../src/system/redactor.ts';

const ignore = (): void => undefined;
const silent: Streams = {
  out: ignore,
  report: ignore,
  err: ignore,
  notice: ignore,
  hint: ignore,
  progress: ignore,
};

/** Each command as the words that call it, with the flags of its options. */
function listCommands(
  command: Command,
  words: readonly string[] = [],
): (readonly [readonly string[], string[]])[] {
  const flags = command.options.map(({ long, short }) => long ?? short ?? '');
  return [[words, flags], ...command.commands.flatMap((one) => listCommands(one, [...words, one.name()]))];
}

// The example weeks are drawn, which takes a second.
const commands = listCommands(createProgram('answershare', {} as Context, silent, ignore, async () => 0)).map(
  ([words, flags]) => [words, flags.filter((flag) => flag !== '--fixtures')] as const,
);

const oddWords = fc.constantFrom(
  ...[
    '',
    '-',
    '--',
    '---',
    '-x',
    '--=',
    '=',
    '--json',
    '--json=1',
    '--config=',
    '--help',
    '\0',
    '\ud800',
    '\u202e',
    '%s',
    '$HOME',
  ],
  ...[
    '__proto__',
    'constructor',
    'toString',
    '--__proto__',
    '--constructor=1',
    'no-such.yaml',
    '.',
    '..',
    '/dev/zero',
    '/dev/null/x',
  ],
  ...[
    '2026-W47',
    '2026-W99',
    '0000-W00',
    '2026-11-23T08:00:00Z',
    '2026-02-30',
    '9'.repeat(400),
    'NaN',
    '1e9',
    '-1',
    '0',
    '20',
    'x'.repeat(100_000),
  ],
  ...[
    '30d',
    '2026-11-01..2026-11-07',
    '0d',
    '..',
    'last month',
    '6h',
    '0min',
    'starter',
    'citations',
    'websites',
    'citations,,authority',
  ],
  ...[
    'a@example.com',
    'a@b@c',
    'a=b',
    '=b',
    'a.example/share',
    'http://[',
    'https://%u',
    'http://127.0.0.1:1',
    'sent',
    'bash',
    'zsh',
    '*',
    '(a+)+$',
  ],
);

const anyLine = fc.constantFrom(...commands).chain(([words, flags]) => {
  const value = fc.oneof({ weight: 4, arbitrary: oddWords }, fc.string());
  const word = fc.oneof(
    value,
    ...(flags.length === 0
      ? []
      : [
          fc.constantFrom(...flags),
          fc.tuple(fc.constantFrom(...flags), value).map(([flag, text]) => `${flag}=${text}`),
        ]),
  );
  return fc.array(word, { maxLength: 6 }).map((others) => {
    // init writes where it is pointed to.
    const rest = words[0] === 'init' ? others.map((one) => one.replaceAll('/', '_')) : others;
    return [...words, ...rest];
  });
});

test(`${manyRuns.numRuns} command lines run, or are refused with a sentence`, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'answershare-lines-'));
  const inner = join(folder, 'a/b/c');
  mkdirSync(inner, { recursive: true });
  const before = process.cwd();
  process.chdir(inner);
  onTestFinished(() => {
    process.chdir(before);
    rmSync(folder, { recursive: true, force: true });
  });
  const codes: Record<number, number> = {};
  const never = new AbortController().signal;
  await fuzzInputs(
    'command lines',
    anyLine,
    async (argv) => {
      let printed = '';
      const keep = (text: string): void => {
        printed += text;
      };
      const redactor = createRedactor();
      const code = await runCommand(
        argv,
        { ...silent, err: keep, notice: keep },
        {
          stores: openStores(redactor.redact),
          shutdown: { ended: never, late: never },
          environment: {},
          redactor,
          input: Readable.from([]),
        },
      );
      codes[code] = (codes[code] ?? 0) + 1;
      expect([0, 1, 2]).toContain(code);
      expect(printed).not.toMatch(/unforeseen|\bat .+:\d+:\d+|undefined|\[object /);
      if (code === 2) expect(printed).not.toBe('');
    },
    manyRuns,
  );
  console.log(JSON.stringify(codes));
});
