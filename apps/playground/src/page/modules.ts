import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire, stripTypeScriptTypes } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const require = createRequire(import.meta.url);
const sheetLibrary = dirname(require.resolve('@odoo/o-spreadsheet'));
// Bootstrap and Font Awesome are dependencies of o-spreadsheet, which names no files of its own for them.
const requireFromLibrary = createRequire(join(sheetLibrary, 'package.json'));
const bootstrap = dirname(requireFromLibrary.resolve('bootstrap/package.json'));
const fontAwesome = dirname(requireFromLibrary.resolve('font-awesome/package.json'));

/** Files of the libraries, unmodified, by the last part of their address. */
const libraryFiles: Readonly<Record<string, string>> = {
  'o_spreadsheet.esm.js': join(sheetLibrary, 'o_spreadsheet.esm.js'),
  'o_spreadsheet.css': join(sheetLibrary, 'o_spreadsheet.css'),
  'o_spreadsheet.xml': join(sheetLibrary, 'o_spreadsheet.xml'),
  'fflate.js': join(dirname(require.resolve('fflate')), '../esm/browser.js'),
  'owl.es.js': join(dirname(require.resolve('@odoo/owl')), 'owl.es.js'),
  'chart.umd.js': join(dirname(require.resolve('chart.js')), 'chart.umd.js'),
  'bootstrap.min.css': join(bootstrap, 'dist/css/bootstrap.min.css'),
  'font-awesome.min.css': join(fontAwesome, 'css/font-awesome.min.css'),
  'fontawesome-webfont.woff2': join(fontAwesome, 'fonts/fontawesome-webfont.woff2'),
};

const types: Readonly<Record<string, string>> = {
  js: 'text/javascript',
  css: 'text/css',
  xml: 'application/xml',
  woff2: 'font/woff2',
};

const source = fileURLToPath(new URL('..', import.meta.url));

/** The page's modules from `src/`: its own, and those that it shares with the server. */
const modules = new Set([
  'workbook/cell-values.ts',
  'workbook/custom-functions.ts',
  'workbook/google-grid.ts',
  ...readdirSync(join(source, 'page/client')).map((name) => `page/client/${name}`),
]);

/** Import names of the page's modules and their addresses. */
export const importMap = {
  imports: {
    '@odoo/o-spreadsheet': '/lib/o_spreadsheet.esm.js',
    '@odoo/owl': '/lib/owl.es.js',
    fflate: '/lib/fflate.js',
  },
};

/** A file of a library, or null. */
export async function readLibraryFile(name: string): Promise<Response | null> {
  const path = libraryFiles[name];
  if (path === undefined) return null;
  const type = types[name.slice(name.lastIndexOf('.') + 1)] ?? 'text/plain';
  const headers = { 'Content-Type': type, 'Cache-Control': 'no-cache' };
  return new Response(new Uint8Array(await readFile(path)), { headers });
}

/** A module of the page as JavaScript, or null. Node removes the types. */
export async function readModule(path: string): Promise<Response | null> {
  if (!modules.has(path)) return null;
  const headers = { 'Content-Type': 'text/javascript', 'Cache-Control': 'no-cache' };
  return new Response(stripTypeScriptTypes(await readFile(join(source, path), 'utf8')), { headers });
}
