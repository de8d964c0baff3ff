import { join } from 'node:path';
import { build } from 'esbuild';
import type { SheetFunction } from '../src/catalogue/sheet-function.ts';
import { stubs } from './stubs.ts';

const header = '// Built from source by build.ts. Changes belong into the source.\n';

/** `Code.js`: the bundle under one global name, then the declarations that Sheets and the sidebar call. */
export async function script(
  root: string,
  catalogue: readonly SheetFunction[],
  serviceUrl: string,
): Promise<string> {
  const result = await build({
    entryPoints: [join(root, 'src/main.ts')],
    bundle: true,
    write: false,
    format: 'iife',
    globalName: 'answershare',
    target: 'es2019',
    platform: 'neutral',
    mainFields: ['module', 'main'],
    charset: 'ascii',
    legalComments: 'none',
    define: { BUILT_SERVICE_URL: JSON.stringify(serviceUrl) },
    logLevel: 'silent',
  });
  const [bundle] = result.outputFiles;
  if (!bundle) throw new Error('esbuild gave no bundle for src/main.ts.');
  return `${header}${bundle.text}\n${stubs(catalogue)}`;
}
