import { escaped } from './escape.ts';

/** An HTML table of texts; everything in it is escaped. Cells of the columns named in `code` are set as code. */
export function table(
  head: readonly string[],
  rows: readonly (readonly string[])[],
  code: readonly string[] = [],
): string {
  const titles = head.map((title) => `<th scope="col">${escaped(title)}</th>`).join('');
  const lines = rows.map(
    (row) => `<tr>${row.map((text, i) => cell(text, code.includes(head[i] ?? ''))).join('')}</tr>`,
  );
  return `<div class="wide"><table><thead><tr>${titles}</tr></thead><tbody>${lines.join('')}</tbody></table></div>`;
}

function cell(text: string, code: boolean): string {
  return `<td>${code ? `<code>${escaped(text)}</code>` : escaped(text)}</td>`;
}
