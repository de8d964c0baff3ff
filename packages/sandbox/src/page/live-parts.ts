import { describeState } from '../admin/describe-state.ts';
import { toDay } from '../data/days.ts';
import { toAxes } from '../query/axes.ts';
import { createStandardQuirks, QUIRK_NAMES, type Quirks } from '../quirks/quirks.ts';
import type { JournalEntry, RequestLog } from '../state/journal.ts';
import { readNow, type SandboxState } from '../state/sandbox-state.ts';
import { escapeHtml, listCurlLines, renderRows } from './html.ts';
import { renderWebsiteOptions, renderWindowControls } from './try-form.ts';

export const KEY_HEAD = ['Label', 'Key', 'Team', 'Plan', 'State', 'Left this minute', 'Left today'];

export const REQUEST_HEAD = ['Time', 'Status', 'Request', 'Key', 'Code', 'Counted'];

/** The number of latest requests shown. */
const SHOWN_REQUESTS = 20;

/** The parts of the page that change by themselves. `live.js` asks for them while the page is visible. */
export interface LiveParts {
  /** Inner HTML by element id. */
  readonly html: Readonly<
    Record<'present' | 'key-rows' | 'request-rows' | 'website' | 'window' | 'lines', string>
  >;
  /** The switches in force, for the controls. */
  readonly quirks: Quirks;
  /** The name of the website parameter. */
  readonly idName: string;
}

export function renderLiveParts(sandbox: SandboxState, baseUrl: string): LiveParts {
  const { world } = sandbox;
  const state = describeState(sandbox);
  const requests = sandbox.journal.read();
  const axes = toAxes(world);
  const today = toDay(readNow(sandbox));
  const firstWebsite = state.teams[0]?.websites[0]?.id ?? '';
  return {
    html: {
      present: renderPresent(sandbox, state, requests, baseUrl),
      'key-rows': renderKeyRows(sandbox, state),
      'request-rows': renderRequestRows(requests.entries),
      website: renderWebsiteOptions(world),
      window: renderWindowControls(axes, today),
      lines: listCurlLines(axes, baseUrl, firstWebsite, today).map(escapeHtml).join('\n'),
    },
    quirks: world.quirks,
    idName: axes.idNames[0] ?? '',
  };
}

type StateView = ReturnType<typeof describeState>;

function renderPresent(
  { world }: SandboxState,
  { clock, seed }: StateView,
  { total, byEndpoint }: RequestLog,
  baseUrl: string,
): string {
  const standards = createStandardQuirks(world.form);
  const changed = QUIRK_NAMES.filter((name) => world.quirks[name] !== standards[name]);
  const counts = Object.entries(byEndpoint).map(([endpoint, count]) => `${endpoint} ${count}`);
  return `<dt>Base URL</dt><dd><code>${escapeHtml(baseUrl)}</code></dd>
<dt>OpenAPI</dt><dd><a href="/openapi.json">/openapi.json</a></dd>
<dt>Clock</dt><dd><time>${escapeHtml(clock.now.replace(/\.\d+Z$/, 'Z'))}</time> (${clock.mode})</dd>
<dt>Seed</dt><dd>${seed}</dd>
<dt>Requests</dt><dd>${total}${escapeHtml(counts.length === 0 ? '' : `: ${counts.join(', ')}`)}</dd>
<dt>Switches</dt><dd>${escapeHtml(changed.map((name) => `${name}=${world.quirks[name]}`).join(', ') || 'all at their defaults')}</dd>`;
}

function renderKeyRows({ world }: SandboxState, { keys }: StateView): string {
  const tokens = new Map([...world.keys.values()].map(({ label, token }) => [label, token]));
  const rows = keys.map((key) => [
    key.label,
    tokens.get(key.label) ?? '',
    key.team,
    key.plan,
    key.revoked ? 'revoked' : 'active',
    formatRemaining(key.used.minute, key.limits.minute),
    formatRemaining(key.used.day, key.limits.day),
  ]);
  return renderRows(KEY_HEAD, rows, ['Label', 'Key']);
}

function formatRemaining(used: number, limit: number | null): string {
  return limit === null ? 'no limit' : `${Math.max(0, limit - used)} of ${limit}`;
}

function renderRequestRows(entries: readonly JournalEntry[]): string {
  if (entries.length === 0) return `<tr><td colspan="${REQUEST_HEAD.length}">None yet.</td></tr>`;
  const rows = entries
    .slice(-SHOWN_REQUESTS)
    .reverse()
    .map(({ at, key, method, path, query, status, code, fault, counted }) => {
      const text = new URLSearchParams(query).toString();
      return [
        at.slice(11, 19),
        `${status ?? 'none'}${fault === null ? '' : ` (fault ${fault})`}`,
        `${method} ${path}${text === '' ? '' : `?${text}`}`,
        key,
        code ?? '',
        counted ? 'yes' : 'no',
      ];
    });
  return renderRows(REQUEST_HEAD, rows, ['Request', 'Code']);
}
