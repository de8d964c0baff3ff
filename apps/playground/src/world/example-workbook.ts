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

/** The tab that the add-on records days on; each record is a new argument, so the formulas follow. */
const recordedDays = "COUNT('Answershare history'!A:A)";

/**
 * The example workbook in o-spreadsheet's format: a dashboard, a table and a chart of the share of voice, the authority
 * score, and a sheet to type into with one broken cell. Its formulas are separate: those of the history need a tab that
 * the add-on creates with the first record.
 */
export function createExampleWorkbook(websites: readonly ExampleWebsite[]): {
  readonly data: Partial<WorkbookData>;
  readonly formulas: readonly CoreCommand[];
} {
  const last = FIRST_ROW + websites.length - 1;
  const list = `A${FIRST_ROW}:A${last}`;
  const first = `Dashboard!A${FIRST_ROW}`;
  const history = `AUTHORITY_HISTORY(${first},,,${recordedDays})`;
  const dashboard: Record<string, string> = {
    A1: 'AI visibility of our websites',
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
  const typed: Record<string, string> = {
    A1: 'Website',
    B1: 'Citations',
    C1: '=CITATIONS("nowhere.example")',
    D1: '← Point at the red corner: its note says what to do. Column A lists the websites that exist; write one of them where a text says example.com.',
  };
  websites.forEach(({ domain }, index) => {
    const row = FIRST_ROW + index;
    dashboard[`A${row}`] = domain;
    dashboard[`E${row}`] = `=SPARKLINE(ANALYTICS(A${row},"30d","citations","headers=no"))`;
    typed[`A${2 + index}`] = domain;
  });
  const sheets = [
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
        styles: { A1: 1, A2: 3, 'A4:F4': 2 },
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
        E5: `=AUTHORITY_CHANGE(${first},,,,${recordedDays})`,
        E6: 'Every recorded day',
        E7: `=SPARKLINE(INDEX(${history},,2))`,
        G4: `=${history}`,
      },
      {
        styles: { A1: 1, A2: 3, 'A4:C4': 2, E4: 2, E6: 2, 'G4:H4': 2 },
        formats: { 'C5:C12': 1 },
        widths: [200, 90, 90, 30, 190, 30, 110, 90],
        frozen: 4,
        figures: [authorityChart],
      },
    ),
    toSheet('tab-3', 'Try it', typed, {
      styles: { 'A1:B1': 2, D1: 4 },
      formats: {},
      widths: [210, 110, 90, 230],
      heights: [92],
      frozen: 1,
    }),
  ];
  const formulas = sheets.flatMap(({ id, formulas }) =>
    Object.entries(formulas).map(([address, content]) => ({
      type: 'UPDATE_CELL' as const,
      sheetId: id,
      ...toPosition(address),
      content,
    })),
  );
  const styles = { 1: title, 2: heading, 3: muted, 4: { ...muted, wrapping: 'wrap' } };
  return { data: { sheets, styles, formats: { 1: '0.0%' } } as unknown as Partial<WorkbookData>, formulas };
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
    // The score moves by a few points in a quarter.
    axesDesign: { y: { min: 60 } },
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
  readonly heights?: readonly number[];
  readonly frozen: number;
  readonly figures?: readonly object[];
}

function toSheet(id: string, name: string, contents: Readonly<Record<string, string>>, look: SheetLook) {
  const select = (isFormula: boolean) =>
    Object.fromEntries(
      Object.entries(contents).filter(([, content]) => content.startsWith('=') === isFormula),
    );
  const toSizes = (sizes: readonly number[]) =>
    Object.fromEntries(sizes.map((size, index) => [index, { size }]));
  return {
    id,
    name,
    rowNumber: 1_000,
    colNumber: 26,
    cells: select(false),
    formulas: select(true),
    styles: look.styles,
    formats: look.formats,
    cols: toSizes(look.widths),
    rows: toSizes(look.heights ?? []),
    panes: { xSplit: 0, ySplit: look.frozen },
    figures: look.figures ?? [],
  };
}
