import type { CoreCommand, WorkbookData } from '@odoo/o-spreadsheet';
import { toPosition } from '../workbook/cell-values.ts';

interface ExampleWebsite {
  readonly name: string;
  readonly domain: string;
}

const title = { bold: true, fontSize: 14 };
const heading = { bold: true, fillColor: '#E8F0FE' };
const muted = { textColor: '#5F6368' };

/** Rows of the dashboard before the first website. */
const FIRST_ROW = 4;

/**
 * The example workbook in o-spreadsheet's format: a dashboard, a table and a chart of the share of voice, the authority
 * score, and a sheet to type into with one broken cell.
 */
export function createExampleWorkbook(websites: readonly ExampleWebsite[]): Partial<WorkbookData> {
  const last = FIRST_ROW + websites.length - 1;
  const list = `A${FIRST_ROW}:A${last}`;
  const dashboard: Record<string, string> = {
    A1: 'AI visibility of eight websites',
    A2: 'Figures of the last 30 days. Every cell in columns B to E is a formula of the add-on.',
    A3: 'Website',
    B3: 'Citations',
    C3: 'Share of voice',
    D3: 'Authority',
    E3: 'Citations, day by day',
    [`B${FIRST_ROW}`]: `=CITATIONS(${list})`,
    [`C${FIRST_ROW}`]: `=SHARE_OF_VOICE(${list})`,
    [`D${FIRST_ROW}`]: `=AUTHORITY(${list})`,
  };
  websites.forEach(({ domain }, index) => {
    dashboard[`A${FIRST_ROW + index}`] = domain;
    dashboard[`E${FIRST_ROW + index}`] =
      `=SPARKLINE(ANALYTICS(A${FIRST_ROW + index},"30d","citations","headers=no"))`;
  });
  const first = `Dashboard!A${FIRST_ROW}`;
  return {
    sheets: [
      toSheet('tab-0', 'Dashboard', dashboard, {
        styles: { A1: 1, A2: 3, 'A3:E3': 2 },
        formats: { [`C${FIRST_ROW}:C${last}`]: 1 },
        widths: [230, 90, 120, 90, 320],
        frozen: 3,
      }),
      toSheet(
        'tab-1',
        'Share of voice',
        { A1: 'Share of voice against competitors', A2: `=${first}`, A4: `=COMPETITORS(${first})` },
        {
          styles: { A1: 1, A2: 3, 'A4:E4': 2 },
          formats: { 'D5:D20': 1 },
          widths: [60, 200, 210, 130, 100],
          frozen: 4,
          figures: [shareChart],
        },
      ),
      toSheet(
        'tab-2',
        'Authority',
        {
          A1: 'Entity Authority Score',
          A2: `=${first}`,
          A4: `=AUTHORITY_BREAKDOWN(${first})`,
          E4: 'Change in a week',
          E6: 'Every recorded day',
        },
        {
          styles: { A1: 1, A2: 3, 'A4:C4': 2, E4: 2, E6: 2, 'G4:H4': 2 },
          formats: { 'C5:C12': 1 },
          widths: [200, 90, 90, 30, 190, 30, 110, 90],
          frozen: 4,
          figures: [authorityChart],
        },
      ),
      toSheet(
        'tab-3',
        'Try it',
        {
          A1: 'Type formulas here',
          A2: 'Website',
          B2: 'Citations',
          A3: 'northwind-outdoor.example',
          A4: 'nowhere.example',
          B4: '=CITATIONS(A4)',
          C4: '← point at the red corner: the note says what to do',
        },
        { styles: { A1: 1, 'A2:B2': 2, C4: 3 }, formats: {}, widths: [220, 110, 330], frozen: 2 },
      ),
    ],
    styles: { 1: title, 2: heading, 3: muted },
    formats: { 1: '0.0%' },
  } as unknown as Partial<WorkbookData>;
}

/** The tab that the add-on records days on; each record is a new argument, so the formulas follow. */
const recordedDays = "COUNT('Answershare history'!A:A)";

/** The formulas of the history; they need its tab, which the add-on creates with the first record. */
export function listHistoryCommands(): CoreCommand[] {
  const website = `Dashboard!A${FIRST_ROW}`;
  const history = `AUTHORITY_HISTORY(${website},,,${recordedDays})`;
  const formulas = {
    E5: `=AUTHORITY_CHANGE(${website},,,,${recordedDays})`,
    E7: `=SPARKLINE(INDEX(${history},,2))`,
    G4: `=${history}`,
  };
  return Object.entries(formulas).map(([address, content]) => ({
    type: 'UPDATE_CELL',
    sheetId: 'tab-2',
    ...toPosition(address),
    content,
  }));
}

const authorityChart = {
  id: 'authority-chart',
  tag: 'chart',
  col: 0,
  row: 12,
  offset: { x: 0, y: 0 },
  width: 560,
  height: 300,
  data: {
    chartId: 'authority-chart',
    type: 'line',
    title: { text: 'Authority, every recorded day' },
    dataSource: {
      type: 'range',
      dataSets: [{ dataSetId: 'authority', dataRange: 'H4:H370' }],
      dataSetsHaveTitle: true,
      labelRange: 'G4:G370',
    },
    dataSetStyles: {},
    legendPosition: 'none',
    labelsAsText: true,
    stacked: false,
    cumulative: false,
  },
};

const shareChart = {
  id: 'share-chart',
  tag: 'chart',
  col: 0,
  row: 14,
  offset: { x: 0, y: 0 },
  width: 620,
  height: 300,
  data: {
    chartId: 'share-chart',
    type: 'bar',
    title: { text: 'Share of voice, last 30 days' },
    dataSource: {
      type: 'range',
      dataSets: [{ dataSetId: 'share', dataRange: 'D4:D12' }],
      dataSetsHaveTitle: true,
      labelRange: 'B4:B12',
    },
    dataSetStyles: {},
    legendPosition: 'none',
    stacked: false,
  },
};

interface SheetLook {
  readonly styles: Readonly<Record<string, number>>;
  readonly formats: Readonly<Record<string, number>>;
  readonly widths: readonly number[];
  readonly frozen: number;
  readonly figures?: readonly object[];
}

function toSheet(id: string, name: string, cells: Record<string, string>, look: SheetLook): object {
  return {
    id,
    name,
    rowNumber: 1_000,
    colNumber: 26,
    cells,
    styles: look.styles,
    formats: look.formats,
    cols: Object.fromEntries(look.widths.map((size, column) => [column, { size }])),
    panes: { xSplit: 0, ySplit: look.frozen },
    figures: look.figures ?? [],
  };
}
