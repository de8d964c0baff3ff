import { html, raw } from 'hono/html';
import { importMap } from './modules.ts';

export interface PageSecrets {
  /** Sent with every request: a page of another site has none. */
  readonly token: string;
  readonly nonce: string;
}

/** Owl compiles its templates at run time, so the page needs `unsafe-eval`; the sidebar's frame has its own policy. */
export const playgroundCsp = (nonce: string): string =>
  [
    "default-src 'none'",
    `script-src 'nonce-${nonce}' 'self' 'unsafe-eval'`,
    "style-src 'self' 'unsafe-inline'",
    "font-src 'self'",
    "img-src 'self' data: blob:",
    "connect-src 'self'",
    "frame-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');

export function renderPlayground({ token, nonce }: PageSecrets) {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Answershare playground</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/lib/bootstrap.min.css">
<link rel="stylesheet" href="/lib/font-awesome.min.css">
<link rel="stylesheet" href="/lib/o_spreadsheet.css">
<link rel="stylesheet" href="/page.css">
<script type="importmap" nonce="${nonce}">${raw(JSON.stringify(importMap))}</script>
<script nonce="${nonce}" src="/lib/chart.umd.js"></script>
<script nonce="${nonce}">window.pageToken = ${raw(JSON.stringify(token))};</script>
<script nonce="${nonce}" src="/bridge.js"></script>
<script type="module" nonce="${nonce}" src="/src/page/client/main.ts"></script>
</head>
<body>
<header>
<h1>Answershare playground</h1>
<nav id="menus" aria-label="Add-on menu"></nav>
<button type="button" id="show-inbox" aria-pressed="false" aria-controls="inbox" hidden>Inbox</button>
<button type="button" id="download">Download .xlsx</button>
<p id="clock"></p>
<p id="notice" role="status"></p>
<p id="cell" aria-live="polite"></p>
</header>
<main>
<div id="grid" role="region" aria-label="Sheet; F6 leaves it"></div>
<iframe id="inbox" title="Inbox" hidden></iframe>
<aside>
<div role="tablist" aria-label="Panels">
<button type="button" role="tab" id="tab-sidebar" aria-controls="panel-sidebar" aria-selected="true">Sidebar</button>
<button type="button" role="tab" id="tab-world" aria-controls="panel-world" aria-selected="false" tabindex="-1">Service</button>
<button type="button" role="tab" id="tab-executions" aria-controls="panel-executions" aria-selected="false" tabindex="-1">Executions</button>
</div>
<section role="tabpanel" id="panel-sidebar" aria-labelledby="tab-sidebar">
<div id="first-steps" hidden>
<ol>
<li data-step="formula">Type a formula: on the tab “Try it”, select B2 and enter <code>=CITATIONS(A2)</code>.</li>
<li data-step="report">Insert a report: choose Extensions &gt; Answershare &gt; Insert a report…, then insert it in the sidebar.</li>
<li data-step="week">Advance a week under “Service”, then open Monday’s digest in the inbox.</li>
</ol>
<button type="button" id="hide-steps">Hide these steps</button>
</div>
<iframe id="sidebar" sandbox="allow-scripts allow-forms" title="Sidebar" hidden width="300"></iframe>
</section>
<section role="tabpanel" id="panel-world" aria-labelledby="tab-world" tabindex="0" hidden></section>
<section role="tabpanel" id="panel-executions" aria-labelledby="tab-executions" tabindex="0" hidden></section>
</aside>
</main>
</body>
</html>`;
}
