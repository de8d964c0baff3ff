import { html, raw } from 'hono/html';

const style = `
:root { color-scheme: light dark; --line: light-dark(#d0d4da, #3a4150); --soft: light-dark(#57606a, #a8b1bd);
  --bad: light-dark(#b3261e, #ff9d94); --good: light-dark(#1a6b37, #7fd99b); }
body { font: 16px/1.5 system-ui, sans-serif; margin: 0 auto; max-width: 62rem; padding: 1rem;
  background: light-dark(#fff, #14171c); color: light-dark(#1c2127, #e6e9ee); }
h1 { font-size: 1.4rem; } h2 { font-size: 1.1rem; margin: 2rem 0 .5rem; }
p, li { overflow-wrap: anywhere; } ul { padding-inline-start: 1.2rem; }
.bad { color: var(--bad); } .good { color: var(--good); } .soft { color: var(--soft); }
.scroll { overflow-x: auto; } table { border-collapse: collapse; width: 100%; }
th, td { text-align: left; vertical-align: top; padding: .4rem .8rem .4rem 0; border-bottom: 1px solid var(--line); }
td:not(:last-child) { white-space: nowrap; } td:last-child { min-width: 14rem; } code { overflow-wrap: anywhere; }
button { font: inherit; padding: .5rem 1.2rem; border: 0; border-radius: 6px; cursor: pointer;
  background: light-dark(#1c2127, #e6e9ee); color: light-dark(#fff, #14171c); }
button:focus-visible { outline: 3px solid var(--soft); outline-offset: 2px; }`;

interface PageParts {
  /** BCP 47 tag. */
  readonly language: string;
  readonly direction: 'ltr' | 'rtl';
  readonly title: string;
  readonly body: ReturnType<typeof html>;
}

/** A page that loads nothing. */
export const renderDocument = ({ language, direction, title, body }: PageParts) => html`<!doctype html>
<html lang="${language}" dir="${direction}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${title}</title>
<style>${raw(style)}</style>
</head>
<body>
<main>
<h1>${title}</h1>
${body}
</main>
</body>
</html>`;
