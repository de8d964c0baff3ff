import { createHash } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const source = (name: string): URL => new URL(`../src/renderers/page/${name}`, import.meta.url);
const target = new URL('../dist/', import.meta.url);

/**
 * Builds the preview page without its data. Its policy allows this script alone; the mail in its frame inherits the
 * policy, so that it loads nothing either (CSP Level 3, "Initialize a Document's CSP list").
 */
export async function buildPreview(): Promise<void> {
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(source('client.ts'))],
    bundle: true,
    format: 'iife',
    target: 'es2023',
    minify: true,
    write: false,
    logLevel: 'warning',
  });
  const script = outputFiles[0]?.text ?? '';
  const policy = [
    "default-src 'none'",
    `script-src 'sha256-${createHash('sha256').update(script).digest('base64')}'`,
    "style-src 'unsafe-inline'",
    'img-src data:',
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
  const style = await readFile(source('page.css'), 'utf8');
  const page = await readFile(source('page.html'), 'utf8');
  const filled = page
    .replace('content=""', () => `content="${policy}"`)
    .replace('<style></style>', () => `<style>${style}</style>`)
    .replace('<script></script>', () => `<script>${script}</script>`);
  await mkdir(target, { recursive: true });
  const unfinished = new URL(`preview-${process.pid}.html`, target);
  await writeFile(unfinished, filled);
  await rename(unfinished, new URL('preview.html', target));
}
