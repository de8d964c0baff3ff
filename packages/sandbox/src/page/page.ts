import { describeState } from '../admin/describe-state.ts';
import { toDay } from '../data/days.ts';
import { readNow, type SandboxState } from '../state/sandbox-state.ts';
import { renderClockControls, renderSwitchTable } from './control-form.ts';
import { renderRegion, renderTable } from './html.ts';
import { KEY_HEAD, REQUEST_HEAD, renderLiveParts } from './live-parts.ts';
import { SCRIPTS, STYLE } from './style.ts';
import { renderTryForm } from './try-form.ts';

/** The number of websites listed per team. */
const LISTED_WEBSITES = 8;

/**
 * The state page, one HTML document without external resources. It shows the sandbox's own keys but not the admin
 * token: clock and switches need it from the visitor.
 */
export function renderStatePage(sandbox: SandboxState, baseUrl: string): string {
  const { form, teams } = describeState(sandbox);
  const { world } = sandbox;
  const { html } = renderLiveParts(sandbox, baseUrl);
  const websites = teams.flatMap((team) => [
    ...team.websites.slice(0, LISTED_WEBSITES).map((site) => [team.name, site.id, site.name, site.domain]),
    ...(team.websites.length > LISTED_WEBSITES
      ? [[team.name, '…', `and ${team.websites.length - LISTED_WEBSITES} more`, '']]
      : []),
  ]);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Sandbox, Form ${form}</title>
<link rel="icon" href="data:,">
<style>${STYLE}</style>
</head>
<body>
<main>
<h1>Sandbox of the analytics service, Form ${form}</h1>
<dl id="present">${html.present}</dl>
<p id="live" role="status"></p>
<h2>Clock and switches</h2>
${renderClockControls()}
<p>The switches are <a href="#switches">below</a>.</p>
<h2>Try an endpoint</h2>
<noscript><p>This form needs JavaScript; the lines under Endpoints do the same.</p></noscript>
${renderTryForm(world, toDay(readNow(sandbox)))}
<h2>Requests</h2>
<p>The latest 20, newest first.</p>
${renderRegion('Requests', REQUEST_HEAD, `<tbody id="request-rows">${html['request-rows']}</tbody>`)}
<h2>Keys and remaining requests</h2>
<p>Made up by this sandbox; nothing else takes them.</p>
${renderRegion('Keys', KEY_HEAD, `<tbody id="key-rows">${html['key-rows']}</tbody>`)}
<h2>Endpoints</h2>
<p>Put one of the keys above into the variable <code>API_KEY</code>, then:</p>
<pre id="lines" role="region" aria-label="curl lines" tabindex="0">${html.lines}</pre>
<h2>Websites</h2>
${renderTable({ label: 'Websites', head: ['Team', 'Id', 'Name', 'Domain'], rows: websites, code: ['Id'] })}
<h2>What the specification does not show</h2>
<p>These answers are the sandbox's own; the live service may differ in each. A switch stays in force until it is changed or
the sandbox ends.</p>
${renderSwitchTable(world)}
</main>
${SCRIPTS.map((script) => `<script type="module">${script}</script>`).join('\n')}
</body>
</html>
`;
}
