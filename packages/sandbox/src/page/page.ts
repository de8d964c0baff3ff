import { describeState } from '../admin/describe-state.ts';
import { toDay } from '../data/days.ts';
import { toAxes } from '../query/axes.ts';
import { readNow, type SandboxState } from '../state/sandbox-state.ts';
import { escapeHtml, listCurlLines, renderTable } from './html.ts';
import { SCRIPT, STYLE } from './style.ts';
import { listCallers, listSwitchRows, renderTryForm } from './try-form.ts';

/** The number of websites listed per team. */
const LISTED_WEBSITES = 8;

/**
 * The state page, one HTML document without external resources. It shows the sandbox's own keys but not the admin
 * token.
 */
export function renderStatePage(sandbox: SandboxState, baseUrl: string): string {
  const state = describeState(sandbox);
  const { world } = sandbox;
  const requests = sandbox.journal.read();
  const websites = state.teams.flatMap((team) => [
    ...team.websites.slice(0, LISTED_WEBSITES).map((site) => [team.name, site.id, site.name, site.domain]),
    ...(team.websites.length > LISTED_WEBSITES
      ? [[team.name, '…', `and ${team.websites.length - LISTED_WEBSITES} more`, '']]
      : []),
  ]);
  const tokens = new Map([...world.keys.values()].map(({ label, token }) => [label, token]));
  const keys = state.keys.map((key) => [
    key.label,
    tokens.get(key.label) ?? '',
    key.team,
    key.plan,
    key.revoked ? 'revoked' : 'active',
    formatUsage(key.used.minute, key.limits.minute),
    formatUsage(key.used.day, key.limits.day),
  ]);
  const today = toDay(readNow(sandbox));
  const axes = toAxes(world);
  const lines = listCurlLines(axes, baseUrl, websites[0]?.[1] ?? '', today);
  const switches = listSwitchRows(sandbox);
  const offered = {
    axes,
    today,
    callers: listCallers(world),
    switches,
  };
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Sandbox, Form ${state.form}</title>
<link rel="icon" href="data:,">
<style>${STYLE}</style>
</head>
<body>
<main>
<h1>Sandbox of the analytics service, Form ${state.form}</h1>
<dl id="present">
<dt>Base URL</dt><dd><code>${escapeHtml(baseUrl)}</code></dd>
<dt>OpenAPI</dt><dd><a href="/openapi.json">/openapi.json</a></dd>
<dt>Clock</dt><dd><time>${escapeHtml(state.clock.now)}</time> (${state.clock.mode})</dd>
<dt>Seed</dt><dd>${state.seed}</dd>
<dt>Requests</dt><dd>${requests.total}</dd>
</dl>
<h2>Try an endpoint</h2>
<noscript><p>This form needs JavaScript; the lines under Endpoints do the same.</p></noscript>
${renderTryForm(offered)}
<h2>Endpoints</h2>
<p>Put one of the keys below into the variable <code>API_KEY</code>, then:</p>
<pre role="region" aria-label="curl lines" tabindex="0">${lines.map(escapeHtml).join('\n')}</pre>
<section id="keys">
<h2>Keys and limits used</h2>
<p>Made up by this sandbox; nothing else takes them.</p>
${renderTable('Keys', ['Label', 'Key', 'Team', 'Plan', 'State', 'This minute', 'Today'], keys, ['Label', 'Key'])}
</section>
<h2>Websites</h2>
${renderTable('Websites', ['Team', 'Id', 'Name', 'Domain'], websites, ['Id'])}
<section id="requests">
<h2>Requests</h2>
${renderCounts('Key', requests.byKey)}
${renderCounts('Endpoint', requests.byEndpoint)}
</section>
<h2>What the specification does not show</h2>
<p>These answers are the sandbox's own; the live service may differ in each.</p>
${renderTable(
  'What the specification does not show',
  ['Item', 'Switch', 'Decides', 'Here', 'Or'],
  switches.map(({ item, name, question, present: here, others }) => [item, name, question, here, others]),
  ['Switch'],
)}
</main>
<script>${SCRIPT}</script>
</body>
</html>
`;
}

function formatUsage(count: number, limit: number | null): string {
  return limit === null ? `${count}, no limit` : `${count} of ${limit}`;
}

function renderCounts(name: string, numbers: Readonly<Record<string, number>>): string {
  const rows = Object.entries(numbers).map(([label, count]) => [label, String(count)]);
  return rows.length === 0
    ? `<p>No requests by ${name.toLowerCase()} yet.</p>`
    : renderTable(`Requests by ${name.toLowerCase()}`, [name, 'Requests'], rows);
}
