import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'esbuild';
import { catalogs } from '../src/texts/catalogs.ts';

/**
 * The keys of texts that the scripts name.
 * @throws Error if a script composes a key: its text would not be in the bundle
 */
export function listScriptKeys(root: string): readonly string[] {
  const sources = globSync('src/**/*.ts', { cwd: root, exclude: ['src/sidebar/**'] })
    .map((file) => readFileSync(join(root, file), 'utf8'))
    .join('\n');
  const [composed] = /\bt\(`[^`]*\$\{.*/.exec(sources) ?? [];
  if (composed !== undefined)
    throw new Error(`${composed} composes a key. Only the sidebar may: write a table.`);
  return Object.keys(catalogs.en()).filter((key) => sources.includes(`'${key}'`));
}

/** Writes `src/texts/catalogs.ts` for a bundle: one string a language, which is split when it is first used. */
export const compileTexts = (keys: readonly string[] = Object.keys(catalogs.en())): Plugin => ({
  name: 'compile-texts',
  setup(build) {
    const entries = Object.entries(catalogs).map(([language, open]) => {
      const texts: Readonly<Record<string, string>> = open();
      return `${language}: () => read(${JSON.stringify(keys.map((key) => texts[key]).join('\n'))})`;
    });
    build.onLoad({ filter: /[\\/]texts[\\/]catalogs\.ts$/ }, () => ({
      contents: `
        const keys = ${JSON.stringify(keys.join(' '))}.split(' ');
        const read = (lines) => {
          const texts = lines.split('\\n');
          return Object.fromEntries(keys.map((key, at) => [key, texts[at]]));
        };
        export const catalogs = { ${entries.join(', ')} };`,
    }));
  },
});
