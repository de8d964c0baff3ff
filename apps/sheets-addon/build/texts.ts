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

/** `alert.above alert.below` as `alert: 'above below'`: each execution reads every byte of the keys. */
function groupKeys(keys: readonly string[]): Readonly<Record<string, string>> {
  const groups: Record<string, string> = {};
  for (const [group = '', name] of keys.map((key) => key.split('.')))
    groups[group] = group in groups ? `${groups[group]} ${name}` : `${name}`;
  return groups;
}

/** Writes `src/texts/catalogs.ts` for a bundle: one string a language, which is split when it is first used. */
export const compileTexts = (selected: readonly string[] = Object.keys(catalogs.en())): Plugin => ({
  name: 'compile-texts',
  setup(build) {
    const keys = [...selected].sort();
    const entries = Object.entries(catalogs).map(([language, open]) => {
      const texts: Readonly<Record<string, string>> = open();
      return `${language}: () => read(${JSON.stringify(keys.map((key) => texts[key]).join('\n'))})`;
    });
    build.onLoad({ filter: /[\\/]texts[\\/]catalogs\.ts$/ }, () => ({
      contents: `
        const groups = Object.entries(${JSON.stringify(groupKeys(keys))});
        const read = (lines) => {
          const texts = lines.split('\\n');
          const keys = groups.flatMap(([group, names]) => names.split(' ').map((name) => group + '.' + name));
          return Object.fromEntries(keys.map((key, at) => [key, texts[at]]));
        };
        export const catalogs = { ${entries.join(', ')} };`,
    }));
  },
});
