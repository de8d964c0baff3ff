import { readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Instrumenter } from '@stryker-mutator/instrumenter';
import { build } from 'esbuild';

/** A change of the source in one place; lines and columns count from 0. */
export type Mutant = Awaited<ReturnType<Instrumenter['instrument']>>['mutants'][number];

/** Tests over sources in which every mutant waits for its turn. */
export interface Instrumented {
  readonly mutants: readonly Mutant[];
  /** One script of all tests, CommonJS; it leaves `vitest`, `fast-check` and Node's own modules to `require`. */
  readonly script: string;
}

const core = resolve(import.meta.dirname, '../..');

const silent = new Proxy({}, { get: () => () => false }) as ConstructorParameters<typeof Instrumenter>[0];

const options = {
  plugins: null,
  excludedMutations: [],
  ignorers: [],
  noHeader: false,
};

/** Puts the mutants of `sources` into one script with `tests`; both are paths from packages/core. */
export async function instrumented(
  sources: readonly string[],
  tests: readonly string[],
): Promise<Instrumented> {
  const files = sources.map((name) => ({
    name,
    mutate: true,
    content: readFileSync(resolve(core, name), 'utf8'),
  }));
  const { files: mutated, mutants } = await new Instrumenter(silent).instrument(files, options);
  const texts = new Map(mutated.map(({ name, content }) => [resolve(core, name), content]));
  const { outputFiles } = await build({
    stdin: {
      contents: tests.map((path) => `require(${JSON.stringify(`./${path}`)});`).join('\n'),
      resolveDir: core,
    },
    bundle: true,
    write: false,
    format: 'cjs',
    platform: 'node',
    target: 'node24',
    external: ['vitest', 'fast-check'],
    plugins: [
      {
        name: 'mutants',
        setup(building) {
          building.onLoad({ filter: /\.ts$/ }, ({ path }) => ({
            contents: (texts.get(path) ?? readFileSync(path, 'utf8')).replaceAll(
              'import.meta.url',
              JSON.stringify(pathToFileURL(path).href),
            ),
            loader: 'ts',
            resolveDir: dirname(path),
          }));
        },
      },
    ],
  });
  return { mutants, script: outputFiles[0]?.text ?? '' };
}
