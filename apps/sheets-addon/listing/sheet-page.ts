import type { ScriptHost } from '@answershare/apps-script';

const escapeHtml = (text: string): string =>
  text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;').replace(/"/g, '&quot;');

const style = `
  * { box-sizing: border-box }
  body { margin: 0; width: 1280px; height: 800px; display: grid; grid-template: 44px 1fr / 1fr 320px;
    font: 13px Arial, sans-serif; color: #1f2328; background: #fff; overflow: hidden }
  header { grid-column: 1 / 3; padding: 12px 16px; font-size: 15px; font-weight: 600; background: #f3f5f8;
    border-bottom: 1px solid #d0d7de }
  table { border-collapse: collapse; table-layout: fixed; width: 960px }
  td, th { height: 24px; padding: 2px 6px; border: 1px solid #e1e4e8; overflow: hidden; white-space: nowrap;
    text-overflow: ellipsis }
  th { background: #f3f5f8; color: #57606a; font-weight: 400 }
  th:first-child { width: 40px }
  th:nth-child(2) { width: 136px }
  th:nth-child(3) { width: 150px }
  th:nth-child(4) { width: 184px }
  main { position: relative }
  svg { position: absolute; left: 634px; top: 150px; width: 318px; height: 188px; background: #fff;
    border: 1px solid #d0d7de }
  td.number { text-align: right }
  td.bold { font-weight: 700 }
  td.open { overflow: visible }
  aside { border-left: 1px solid #d0d7de }
  aside div { padding: 12px 12px 8px; font-weight: 600; border-bottom: 1px solid #d0d7de }
  iframe { border: 0; width: 319px; height: 712px; display: block }
`;

const quoted = (tab: string): string => `'${tab.replace(/'/g, "''")}'`;

/** The chart of a tab as lines, each drawn over its own range; empty without a chart. */
function renderChart(host: ScriptHost, tab: string): string {
  const [chart] = host.sheet.tabs().find(({ name }) => name === tab)?.charts ?? [];
  const [range] = chart?.ranges ?? [];
  if (range === undefined) return '';
  const [headings = [], ...rows] = host.sheet.values(range);
  const lines = [1, headings.length - 1].map((column, at) => {
    const values = rows.map((row) => Number(row[column]));
    const most = Math.max(...values);
    const points = values.map(
      (value, x) => `${30 + (x * 380) / (values.length - 1)},${220 - (value / most) * 150}`,
    );
    const color = ['#0b57d0', '#b3261e'][at];
    return `<polyline points="${points.join(' ')}" fill="none" stroke="${color}" stroke-width="2"/>
      <text x="${30 + at * 110}" y="246" fill="${color}" font-size="13">${escapeHtml(String(headings[column]))}</text>`;
  });
  const title = escapeHtml(String(chart?.options.title ?? ''));
  return `<svg viewBox="0 0 440 260"><text x="30" y="32" font-size="15" font-weight="700">${title}</text>${lines.join('')}</svg>`;
}

/**
 * The first cells of a tab as a drawing of a sheet, with a frame for the sidebar.
 * @param filled rows drawn with their content
 */
export function renderSheet(host: ScriptHost, title: string, tab: string, filled: number): string {
  const letters = 'ABCDEFG'.split('');
  const rows = Array.from({ length: 30 }, (_, at) => at + 1).map((row) => {
    const cells = letters.map((letter) => {
      const place = `${quoted(tab)}!${letter}${row}`;
      const { display, value, format: looks } = host.sheet.cell(place);
      const kind = [
        typeof value === 'number' || value instanceof Date ? 'number' : '',
        looks.fontWeight === 'bold' ? 'bold' : '',
        row < 3 ? 'open' : '',
      ];
      return `<td class="${kind.join(' ')}">${row > filled ? '' : escapeHtml(display)}</td>`;
    });
    return `<tr><th>${row}</th>${cells.join('')}</tr>`;
  });
  const heads = letters.map((letter) => `<th>${letter}</th>`).join('');
  return `<!DOCTYPE html><meta charset="utf-8"><style>${style}</style><header>${escapeHtml(title)}</header>
<main><table><tr><th></th>${heads}</tr>${rows.join('')}</table>${renderChart(host, tab)}</main>
<aside><div>Answershare</div><iframe sandbox="allow-scripts"></iframe></aside>`;
}
