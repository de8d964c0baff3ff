import { escaped } from './escape.ts';

/**
 * An HTML table of texts in a region that scrolls sideways, by keyboard too; everything in it is escaped. Cells of the
 * columns named in `code` are set as code.
 */
export function table(
  label: string,
  head: readonly string[],
  rows: readonly (readonly string[])[],
  code: readonly string[] = [],
): string {
  const titles = head.map((title) => `<th scope="col">${escaped(title)}</th>`).join('');
  const lines = rows.map(
    (row) => `<tr>${row.map((text, i) => cell(text, code.includes(head[i] ?? ''))).join('')}</tr>`,
  );
  return `<div class="wide" role="region" aria-label="${escaped(label)}" tabindex="0"><table><thead><tr>${titles}</tr></thead><tbody>${lines.join('')}</tbody></table></div>`;
}

function cell(text: string, code: boolean): string {
  return `<td>${code ? `<code>${escaped(text)}</code>` : escaped(text)}</td>`;
}
