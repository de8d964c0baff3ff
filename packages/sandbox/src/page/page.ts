import { stateOf } from '../admin/state.ts';
import { dayOf } from '../data/days.ts';
import { type Desk, present } from '../host/desk.ts';
import { axesOf } from '../rest/axes.ts';
import { callersOf } from './callers.ts';
import { curlLines } from './curl-lines.ts';
import { escaped } from './escape.ts';
import { SCRIPT } from './inline.ts';
import { STYLE } from './style.ts';
import { switchRows } from './switches.ts';
import { table } from './table.ts';
import { tryForm } from './try-form.ts';

/** Of a team with more websites only so many are listed. */
const LISTED_WEBSITES = 8;

/**
 * The sandbox at a glance, as one HTML document that loads nothing. It shows the keys, which this sandbox made up and nothing
 * else takes, so that a reader can try them; the admin token stays out.
 */
export function page(desk: Desk, baseUrl: string): string {
  const state = stateOf(desk);
  const { world } = desk;
  const requests = desk.journal.read();
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
    used(key.used.minute, key.limits.minute),
    used(key.used.day, key.limits.day),
  ]);
  const today = dayOf(present(desk));
  const axes = axesOf(world);
  const lines = curlLines(axes, baseUrl, websites[0]?.[1] ?? '', today);
  const switches = switchRows(desk);
  const offered = {
    axes,
    today,
    callers: callersOf(world),
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
<dt>Base URL</dt><dd><code>${escaped(baseUrl)}</code></dd>
<dt>OpenAPI</dt><dd><a href="/openapi.json">/openapi.json</a></dd>
<dt>Clock</dt><dd><time>${escaped(state.clock.now)}</time> (${state.clock.mode})</dd>
<dt>Seed</dt><dd>${state.seed}</dd>
<dt>Requests</dt><dd>${requests.total}</dd>
</dl>
<h2>Try an endpoint</h2>
<noscript><p>This form needs JavaScript; the lines under Endpoints do the same.</p></noscript>
${tryForm(offered)}
<h2>Endpoints</h2>
<p>Put one of the keys below into the variable <code>API_KEY</code>, then:</p>
<pre role="region" aria-label="curl lines" tabindex="0">${lines.map(escaped).join('\n')}</pre>
<section id="keys">
<h2>Keys and limits used</h2>
<p>Made up by this sandbox; nothing else takes them.</p>
${table('Keys', ['Label', 'Key', 'Team', 'Plan', 'State', 'This minute', 'Today'], keys, ['Label', 'Key'])}
</section>
<h2>Websites</h2>
${table('Websites', ['Team', 'Id', 'Name', 'Domain'], websites, ['Id'])}
<section id="requests">
<h2>Requests</h2>
${counts('Key', requests.byKey)}
${counts('Endpoint', requests.byEndpoint)}
</section>
<h2>What the specification does not show</h2>
<p>These answers are the sandbox's own; the live service may differ in each.</p>
${table(
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

function used(count: number, limit: number | null): string {
  return limit === null ? `${count}, no limit` : `${count} of ${limit}`;
}

function counts(name: string, numbers: Readonly<Record<string, number>>): string {
  const rows = Object.entries(numbers).map(([label, count]) => [label, String(count)]);
  return rows.length === 0
    ? `<p>No requests by ${name.toLowerCase()} yet.</p>`
    : table(`Requests by ${name.toLowerCase()}`, [name, 'Requests'], rows);
}
