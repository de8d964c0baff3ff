import { join } from 'node:path';
import { build } from 'esbuild';
import type { BuildOrder } from './build-order.ts';
import { loadedOnCall } from './loaded-on-call.ts';
import { requireNoInference, requireOwnCode } from './own-code.ts';
import { withoutHelp } from './without-help.ts';

/** Stands in a script for the version of the build, which is told by what is built. */
export const versionMark = '@@version@@';

const header = '// Built from source by build.ts. Changes belong into the source.\n';

/**
 * A script file: a bundle under one global name, then the declarations that Google calls by name. Google puts all files of a
 * project into one scope (guides/v8-runtime), so the files reach each other by these names.
 */
export async function script(
  root: string,
  entry: string,
  globalName: string,
  serviceUrl: string,
  declarations: string,
  withSchedule = true,
  recipes: BuildOrder['recipes'] = {},
): Promise<string> {
  const result = await build({
    entryPoints: [join(root, entry)],
    bundle: true,
    write: false,
    metafile: true,
    format: 'iife',
    globalName,
    target: 'es2019',
    platform: 'neutral',
    mainFields: ['module', 'main'],
    charset: 'ascii',
    legalComments: 'none',
    minifySyntax: true,
    minifyWhitespace: true,
    minifyIdentifiers: true,
    plugins: [withoutHelp],
    define: {
      BUILT_RECIPES: JSON.stringify(recipes),
      BUILT_SERVICE_URL: JSON.stringify(serviceUrl),
      BUILT_WITH_SCHEDULE: String(withSchedule),
      BUILT_VERSION: JSON.stringify(versionMark),
    },
    logLevel: 'silent',
  });
  requireOwnCode(result.metafile);
  requireNoInference(result.metafile);
  const [bundle] = result.outputFiles;
  if (!bundle) throw new Error(`esbuild gave no bundle for ${entry}.`);
  return `${header}${globalName === 'answershareService' ? loadedOnCall(globalName, bundle.text) : bundle.text}\n${declarations}`;
}
