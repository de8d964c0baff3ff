import { readFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Node, parse } from 'acorn';
import { build, type Metafile, type Plugin, transform } from 'esbuild';
import type { BuildSettings } from './build-settings.ts';
import { compileTexts, listScriptKeys } from './texts.ts';

/**
 * Wraps a bundle as a function body. V8 only pre-parses it until the first call. Every execution loads each file of a
 * project, and a cached cell needs only the other file.
 */
function wrapForLazyLoad(globalName: string, bundle: string): string {
  return [
    `var ${globalName}_loaded_;`,
    `function ${globalName}_() {`,
    `  if (${globalName}_loaded_ === undefined) ${globalName}_loaded_ = ${globalName}_load_();`,
    `  return ${globalName}_loaded_;`,
    '}',
    `function ${globalName}_load_() {`,
    bundle,
    `return ${globalName};`,
    '}',
  ].join('\n');
}

/** @throws Error if the script contains code of a third-party package: it ships no licence texts */
export function assertOwnCode({ inputs }: Metafile): void {
  const foreign = Object.keys(inputs).find((path) => /(^|\/)node_modules\//.test(path));
  if (foreign !== undefined) {
    throw new Error(`${foreign} is not our code: what is pushed would need a notice of its licence.`);
  }
}

/** @throws Error if a script contains the inference of recipes: each execution would load it */
function assertNoInference({ inputs }: Metafile): void {
  const found = Object.keys(inputs).find((path) => /(^|\/)(packages\/recogniser|src\/sidebar)\//.test(path));
  if (found !== undefined) {
    throw new Error(`${found} infers recipes: it belongs into the sidebar's page alone.`);
  }
}

/** Help properties: used in declarations' comments, the sidebar and the docs. */
const help = ['description', 'parameters', 'returns', 'examples'];

interface Literal extends Node {
  readonly properties: readonly (Node & { readonly key?: Node & { readonly name?: string } })[];
}

function functionLiterals(node: unknown, found: Literal[] = []): Literal[] {
  if (typeof node !== 'object' || node === null) return found;
  const literal = node as Literal;
  if (literal.type === 'ObjectExpression') {
    const names = literal.properties.map(({ key }) => key?.name ?? '');
    if (help.concat('answer').every((name) => names.includes(name))) found.push(literal);
  }
  for (const child of Object.values(node)) functionLiterals(child, found);
  return found;
}

function cut(code: string): string {
  const ranges = functionLiterals(parse(code, { ecmaVersion: 'latest', sourceType: 'module' })).flatMap(
    ({ properties }) =>
      properties.flatMap((property, at) => {
        if (!help.includes(property.key?.name ?? '')) return [];
        return [{ from: property.start, to: properties[at + 1]?.start ?? property.end }];
      }),
  );
  return ranges.reduceRight((text, { from, to }) => text.slice(0, from) + text.slice(to), code);
}

/** Removes the functions' help texts from a script: an execution reads each byte of it. */
const removeHelp: Plugin = {
  name: 'remove-help',
  setup(build) {
    build.onLoad({ filter: /[\\/]src[\\/]functions[\\/][\w-]+\.ts$/ }, async ({ path }) => {
      const { code } = await transform(await readFile(path, 'utf8'), { loader: 'ts' });
      return { contents: cut(code), loader: 'js' };
    });
  },
};

const core = dirname(fileURLToPath(import.meta.resolve('@answershare/core')));

/** What both scripts need: Service.js takes it from Code.js, as both files share one scope. */
const sharedModules = [
  'src/cells/choice-error.ts',
  'src/ports/query.ts',
  'src/functions/functions.ts',
  'src/google/function-context.ts',
  ...[
    'calendar/calendar',
    'calendar/units',
    'calendar/instant',
    'json/parse-json',
    'resources/names',
    'resources/normalize',
  ].map((name) => join(core, `${name}.ts`)),
];

/** Takes the shared modules from Code.js. */
const shareCode = (root: string): Plugin => ({
  name: 'share-code',
  setup(build) {
    const shared = sharedModules.map((file) => resolve(root, file));
    build.onLoad({ filter: /\.ts$/ }, async ({ path }) => {
      if (!shared.includes(path)) return null;
      const names = (await readFile(path, 'utf8')).matchAll(/^export (?:class|const|function) (\w+)/gm);
      return { contents: `export const { ${[...names].map(([, name]) => name).join()} } = ${codeName};` };
    });
  },
});

/** An entry that sets a global name to the exports of modules. Exports of a bundle itself would take more bytes. */
const exportGlobally = (root: string, globalName: string, modules: readonly string[]): Plugin => ({
  name: 'export-globally',
  setup(build) {
    build.onResolve({ filter: /^global:/ }, ({ path }) => ({ path, namespace: 'global' }));
    build.onLoad({ filter: /^global:entry$/, namespace: 'global' }, () => ({
      contents: `import * as all from 'global:modules'; ${globalName} = all;`,
    }));
    build.onLoad({ filter: /^global:modules$/, namespace: 'global' }, () => ({
      contents: modules.map((file) => `export * from ${JSON.stringify(resolve(root, file))};`).join('\n'),
      resolveDir: root,
    }));
  },
});

/** The global name of Code.js's bundle. */
export const codeName = 'answershare';

/** Placeholder of the build's version, which depends on the script's content. */
export const versionPlaceholder = '@@version@@';

const header = '// Built from source by build.ts. Changes belong into the source.\n';

/**
 * A script file: a bundle under one global name, then the declarations that Google calls by name. Google puts all files of a
 * project into one scope (guides/v8-runtime), so the files reach each other by these names.
 */
export async function buildScript(
  root: string,
  entry: string,
  globalName: string,
  declarations: string,
  { url, withSchedule, withMail, recipes }: BuildSettings,
): Promise<string> {
  const isService = globalName !== codeName;
  const result = await build({
    entryPoints: ['global:entry'],
    bundle: true,
    write: false,
    metafile: true,
    format: 'iife',
    banner: { js: `var ${globalName};` },
    target: 'es2019',
    platform: 'neutral',
    mainFields: ['module', 'main'],
    // Half the bytes of Japanese texts; Code.js has none, and V8 keeps ASCII in one byte.
    charset: isService ? 'utf8' : 'ascii',
    legalComments: 'none',
    minifySyntax: true,
    minifyWhitespace: true,
    minifyIdentifiers: true,
    plugins: [
      exportGlobally(root, globalName, isService ? [entry] : [entry, ...sharedModules]),
      ...(isService
        ? [shareCode(root), compileTexts(listScriptKeys(root), join(root, 'src/google/stored-answers.ts'))]
        : [removeHelp]),
    ],
    define: {
      BUILT_RECIPES: JSON.stringify(recipes),
      BUILT_SERVICE_URL: JSON.stringify(url),
      BUILT_WITH_SCHEDULE: String(withSchedule),
      BUILT_WITH_MAIL: String(withMail),
      BUILT_VERSION: JSON.stringify(versionPlaceholder),
    },
    logLevel: 'silent',
  });
  assertOwnCode(result.metafile);
  assertNoInference(result.metafile);
  const [bundle] = result.outputFiles;
  if (!bundle) throw new Error(`esbuild gave no bundle for ${entry}.`);
  return `${header}${isService ? wrapForLazyLoad(globalName, bundle.text) : bundle.text}\n${declarations}`;
}
