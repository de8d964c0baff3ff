import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
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

/** A text as `unpack` of `src/google/stored-answers.ts` reads it. */
const pack = (text: string): string => `gz:${gzipSync(text, { level: 9 }).toString('base64')}`;

/**
 * Writes `src/texts/catalogs.ts` for a bundle: one string a language, which is split when it is first used.
 * @param unpacker the module that unpacks the languages; null for plain texts
 */
export const compileTexts = (
  selected: readonly string[] = Object.keys(catalogs.en()),
  unpacker: string | null = null,
): Plugin => ({
  name: 'compile-texts',
  setup(build) {
    const keys = [...selected].sort();
    const lines = Object.values(catalogs).map((open) => {
      const texts: Readonly<Record<string, string>> = open();
      return keys.map((key) => texts[key]).join('\n');
    });
    // Together they pack smaller: the languages share names and placeholders.
    const all =
      unpacker === null
        ? JSON.stringify(lines)
        : `unpack(${JSON.stringify(pack(lines.join('\f')))}).split('\\f')`;
    const entries = Object.keys(catalogs).map((language, at) => `${language}: () => read(all()[${at}])`);
    build.onLoad({ filter: /[\\/]texts[\\/]catalogs\.ts$/ }, () => ({
      resolveDir: import.meta.dirname,
      contents: `${unpacker === null ? '' : `import { unpack } from ${JSON.stringify(unpacker)};`}
        const groups = Object.entries(${JSON.stringify(groupKeys(keys))});
        const all = () => ${all};
        const read = (lines) => {
          const texts = lines.split('\\n');
          const keys = groups.flatMap(([group, names]) => names.split(' ').map((name) => group + '.' + name));
          return Object.fromEntries(keys.map((key, at) => [key, texts[at]]));
        };
        export const catalogs = { ${entries.join(', ')} };`,
    }));
  },
});
