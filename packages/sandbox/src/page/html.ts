import { type DayNumber, lastDays, toDate } from '../data/days.ts';
import type { FormAxes } from '../query/axes.ts';
import { ENDPOINTS, type ScopedEndpoint } from '../tenants/keys.ts';

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Escapes text for an element or a quoted attribute. A lone surrogate becomes U+FFFD, as UTF-8 would make it. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']|\p{Surrogate}/gu, (character) => ENTITIES[character] ?? '\ufffd');
}

export function renderOption(value: string, text: string, isSelected = false): string {
  return `<option value="${escapeHtml(value)}"${isSelected ? ' selected' : ''}>${escapeHtml(text)}</option>`;
}

interface TableText {
  readonly label: string;
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
  /** The columns set as code. */
  readonly code: readonly string[];
}

/** A table of texts, all escaped. */
export function renderTable({ label, head, rows, code }: TableText): string {
  return renderRegion(label, head, `<tbody>${renderRows(head, rows, code)}</tbody>`);
}

/** A table in a scrollable, focusable region; `body` is HTML. */
export function renderRegion(label: string, head: readonly string[], body: string): string {
  const titles = head.map((title) => `<th scope="col">${escapeHtml(title)}</th>`).join('');
  return `<div class="wide" role="region" aria-label="${escapeHtml(label)}" tabindex="0"><table><thead><tr>${titles}</tr></thead>${body}</table></div>`;
}

export function renderRows(
  head: readonly string[],
  rows: readonly (readonly string[])[],
  code: readonly string[],
): string {
  return rows
    .map((row) => `<tr>${row.map((text, i) => renderCell(text, code.includes(head[i] ?? ''))).join('')}</tr>`)
    .join('');
}

function renderCell(text: string, code: boolean): string {
  return `<td>${code ? `<code>${escapeHtml(text)}</code>` : escapeHtml(text)}</td>`;
}

/** One curl command per endpoint, with the key from the variable API_KEY. */
export function listCurlLines(
  axes: FormAxes,
  baseUrl: string,
  websiteId: string,
  today: DayNumber,
): string[] {
  return ENDPOINTS.map((endpoint) => {
    const query = formatQuery(axes, endpoint, websiteId, today);
    return `curl -H "Authorization: Bearer $API_KEY" '${baseUrl}/api/v1/${endpoint}${query}'`;
  });
}

function formatQuery(
  { idNames, windows }: FormAxes,
  endpoint: ScopedEndpoint,
  websiteId: string,
  today: DayNumber,
): string {
  if (endpoint === 'websites') return '';
  const id = `?${idNames[0]}=${encodeURIComponent(websiteId).replaceAll("'", '%27')}`;
  if (endpoint !== 'analytics') return id;
  if (windows === 'period') return `${id}&period=7d`;
  const { first, last } = lastDays(7, today);
  return `${id}&from=${toDate(first)}&to=${toDate(last)}`;
}
