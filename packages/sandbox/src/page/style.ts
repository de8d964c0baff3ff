import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

/** Follows the reader's light or dark setting. A wide table scrolls on a phone, with a shadow at the edge. */
export const STYLE = `
:root { color-scheme: light dark; --line: light-dark(#d8dce2, #3a4048); --soft: light-dark(#f4f6f8, #1d2126);
  --paper: light-dark(#fff, #121212); --shadow: light-dark(#0003, #fff5); --mark: light-dark(#0b57a4, #8ab8f0); }
* { box-sizing: border-box; }
html { scroll-padding-top: 4rem; }
[hidden] { display: none !important; }
body { background: var(--paper); font: 16px/1.5 system-ui, sans-serif; margin: 0; padding: 1rem; }
main { max-width: 62rem; margin: 0 auto; }
h1 { font-size: 1.5rem; } h2 { font-size: 1.15rem; margin-top: 2rem; }
a { color: var(--mark); }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .25rem 1rem; } dd { margin: 0; overflow-wrap: anywhere; }
form { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 17rem), 1fr)); gap: .75rem 1rem; align-items: end; }
form p { margin: 0; }
label { display: block; font-size: .875rem; margin-bottom: .125rem; }
select, input, button { font: inherit; width: 100%; min-height: 2.75rem; padding: .375rem .5rem; color: inherit;
  background: var(--soft); border: 1px solid light-dark(#767c85, #8a919b); border-radius: .375rem; }
button { background: var(--mark); color: var(--paper); border-color: var(--mark); cursor: pointer; }
:disabled { opacity: .6; cursor: default; } button:disabled { background: var(--soft); color: inherit; border-style: dashed; }
:focus-visible { outline: 3px solid var(--mark); outline-offset: 2px; }
::placeholder { color: inherit; opacity: .7; }
#status, #control-status, #switch-status { font-weight: 600; }
#switch-status { position: sticky; top: 0; z-index: 1; margin: 0; padding: .5rem 0; background: var(--paper); }
#live:empty, #switch-status:empty { display: none; }
#window { display: contents; }
fieldset { border: 1px solid var(--line); border-radius: .375rem; padding: .75rem; margin: .75rem 0; min-width: 0; }
.moves { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 10rem), 1fr)); gap: .5rem; }
#switches td { vertical-align: middle; } #key-rows td, #request-rows td:first-child { white-space: nowrap; }
#defaults { width: auto; }
td select, td input { min-width: 10rem; max-width: 20rem; }
#curl, #lines { white-space: pre-wrap; overflow-wrap: anywhere; }
#request-rows td:nth-child(3) { min-width: min(18rem, 50vw); } #request-rows td:nth-child(3) code { white-space: normal; overflow-wrap: anywhere; }
#body { max-height: 30rem; overflow-y: auto; }
pre:empty { display: none; }
.wide { overflow-x: auto; background:
  linear-gradient(90deg, var(--paper) 50%, transparent) 0 0 / 2.5rem 100% no-repeat local,
  linear-gradient(270deg, var(--paper) 50%, transparent) 100% 0 / 2.5rem 100% no-repeat local,
  linear-gradient(90deg, var(--shadow), transparent) 0 0 / .75rem 100% no-repeat scroll,
  linear-gradient(270deg, var(--shadow), transparent) 100% 0 / .75rem 100% no-repeat scroll; }
table { border-collapse: collapse; width: 100%; }
th, td { text-align: left; vertical-align: top; padding: .35rem .75rem .35rem 0; border-bottom: 1px solid var(--line); }
code, pre { font: .875rem/1.5 ui-monospace, monospace; } td code { white-space: nowrap; }
pre { background: var(--soft); border: 1px solid var(--line); border-radius: .375rem; padding: .75rem; overflow-x: auto; }
`;

/** The inline scripts of the page. */
export const SCRIPTS: readonly string[] = ['live.js', 'controls.js', 'try-it.js'].map((name) =>
  readFileSync(new URL(name, import.meta.url), 'utf8'),
);

function toCspSource(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}

/** Allows only the inline scripts, the inline style and requests to the own origin; forbids framing. */
export const PAGE_POLICY = [
  "default-src 'none'",
  `script-src ${SCRIPTS.map(toCspSource).join(' ')}`,
  `style-src ${toCspSource(STYLE)}`,
  "connect-src 'self'",
  'img-src data:',
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');
