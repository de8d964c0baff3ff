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

/** Escapes text for an element or a quoted attribute. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character);
}

/** A table in a scrollable, focusable region. All text is escaped; the columns named in `code` are set as code. */
export function renderTable(
  label: string,
  head: readonly string[],
  rows: readonly (readonly string[])[],
  code: readonly string[] = [],
): string {
  const titles = head.map((title) => `<th scope="col">${escapeHtml(title)}</th>`).join('');
  const lines = rows.map(
    (row) => `<tr>${row.map((text, i) => renderCell(text, code.includes(head[i] ?? ''))).join('')}</tr>`,
  );
  return `<div class="wide" role="region" aria-label="${escapeHtml(label)}" tabindex="0"><table><thead><tr>${titles}</tr></thead><tbody>${lines.join('')}</tbody></table></div>`;
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
