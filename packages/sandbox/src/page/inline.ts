import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { STYLE } from './style.ts';

/** The page's one script, as it stands in the page. */
export const SCRIPT = readFileSync(new URL('try-it.js', import.meta.url), 'utf8');

function source(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}

/** Nothing runs, styles or loads but what this page was made with, it asks nobody but its own origin, and is not framed. */
export const PAGE_POLICY = [
  "default-src 'none'",
  `script-src ${source(SCRIPT)}`,
  `style-src ${source(STYLE)}`,
  "connect-src 'self'",
  'img-src data:',
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');
