import { stateOf } from '../admin/state.ts';
import { dayOf } from '../data/days.ts';
import { decisionList } from '../decisions.ts';
import { type Desk, present } from '../host/desk.ts';
import { curlLines } from './curl-lines.ts';
import { escaped } from './escape.ts';
import { STYLE } from './style.ts';
import { table } from './table.ts';

/**
 * The sandbox at a glance, as one HTML document that loads nothing. It shows the keys, which this sandbox made up and nothing
 * else takes, so that a reader can try them; the admin token stays out.
 */
export function page(desk: Desk, baseUrl: string): string {
  const state = stateOf(desk);
  const requests = desk.journal.read();
  const websites = state.teams.flatMap((team) =>
    team.websites.map((site) => [team.name, site.id, site.name, site.domain]),
  );
  const tokens = new Map([...desk.world.keys.values()].map(({ label, token }) => [label, token]));
  const keys = state.keys.map((key) => [
    key.label,
    tokens.get(key.label) ?? '',
    key.team,
    key.plan,
    key.revoked ? 'revoked' : 'active',
    `${key.used.minute} of ${key.limits.minute}`,
    `${key.used.day} of ${key.limits.day}`,
  ]);
  const lines = curlLines(state.form, baseUrl, websites[0]?.[1] ?? '', dayOf(present(desk)));
  const decided = decisionList().map(({ item, question, decided: answer }) => [
    String(item),
    question,
    answer,
  ]);
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
<h1>Sandbox of the analytics service, Form ${state.form}</h1>
<dl>
<dt>Base URL</dt><dd><code>${escaped(baseUrl)}</code></dd>
<dt>Clock</dt><dd><time>${escaped(state.clock.now)}</time> (${state.clock.mode})</dd>
<dt>Seed</dt><dd>${state.seed}</dd>
<dt>Requests</dt><dd>${requests.total}</dd>
</dl>
<h2>Endpoints</h2>
<p>Put one of the keys below into the variable <code>API_KEY</code>, then:</p>
<pre role="region" aria-label="curl lines" tabindex="0">${lines.map(escaped).join('\n')}</pre>
<h2>Websites</h2>
${table('Websites', ['Team', 'Id', 'Name', 'Domain'], websites, ['Id'])}
<h2>Keys</h2>
<p>Made up by this sandbox; nothing else takes them.</p>
${table('Keys', ['Label', 'Key', 'Team', 'Plan', 'State', 'This minute', 'Today'], keys, ['Label', 'Key'])}
<h2>Requests</h2>
${counts('Key', requests.byKey)}
${counts('Endpoint', requests.byEndpoint)}
<h2>What the specification does not show</h2>
<p>These answers are the sandbox's own; the live service may differ in each.</p>
${table('What the specification does not show', ['Item', 'Question', 'Here'], decided)}
</body>
</html>
`;
}

function counts(name: string, numbers: Readonly<Record<string, number>>): string {
  const rows = Object.entries(numbers).map(([label, count]) => [label, String(count)]);
  return rows.length === 0
    ? `<p>No requests by ${name.toLowerCase()} yet.</p>`
    : table(`Requests by ${name.toLowerCase()}`, [name, 'Requests'], rows);
}
