import type { CellFormat, Chart } from '@answershare/apps-script';
import { type ChartDefinition, helpers, type Style } from '@odoo/o-spreadsheet';

/** o-spreadsheet writes months in lower case; `General` is no format. */
export function toGridFormat(numberFormat: string | undefined): string {
  if (numberFormat === undefined || numberFormat === 'General') return '';
  return numberFormat.replace(/"[^"]*"|M/g, (part) => (part === 'M' ? 'm' : part));
}

/** Google's default size is 10, which is the grid's default too. */
export function toGridStyle(format: Partial<CellFormat>): Style {
  const { horizontalAlignment, verticalAlignment, wrap } = format;
  return {
    ...(format.fontWeight === 'bold' ? { bold: true } : {}),
    ...(format.fontStyle === 'italic' ? { italic: true } : {}),
    ...(format.fontSize === undefined ? {} : { fontSize: format.fontSize }),
    ...(format.fontColor === undefined ? {} : { textColor: format.fontColor }),
    ...(format.background === undefined ? {} : { fillColor: format.background }),
    ...(isAlignment(horizontalAlignment) ? { align: horizontalAlignment } : {}),
    ...(isVertical(verticalAlignment) ? { verticalAlign: verticalAlignment } : {}),
    ...(wrap === true ? { wrapping: 'wrap' as const } : {}),
  };
}

const isAlignment = (text: string | undefined): text is 'left' | 'center' | 'right' =>
  text === 'left' || text === 'center' || text === 'right';

const isVertical = (text: string | undefined): text is 'top' | 'middle' | 'bottom' =>
  text === 'top' || text === 'middle' || text === 'bottom';

const chartTypes: Readonly<Record<string, 'line' | 'bar' | 'pie'>> = {
  LINE: 'line',
  AREA: 'line',
  COLUMN: 'bar',
  BAR: 'bar',
  PIE: 'pie',
};

/** Google's first column holds the labels, each further one a series. */
export function toGridChart(chart: Chart): ChartDefinition {
  const [range = 'A1'] = chart.ranges;
  const cells = range.lastIndexOf('!') + 1;
  const prefix = range.slice(0, cells);
  const { left, top, right, bottom } = helpers.toZone(range.slice(cells));
  const column = (index: number): string => {
    const letters = helpers.numberToLetters(index);
    return `${prefix}${letters}${top + 1}:${letters}${bottom + 1}`;
  };
  const series = Array.from({ length: right - left }, (_, index) => ({
    dataSetId: `series-${index}`,
    dataRange: column(left + 1 + index),
  }));
  const toAxis = (index: number) => (chart.options[`series.${index}.targetAxisIndex`] === 1 ? 'y1' : 'y');
  return {
    type: chartTypes[chart.type] ?? 'line',
    title: { text: String(chart.options.title ?? '') },
    dataSource: {
      type: 'range',
      dataSets: series,
      dataSetsHaveTitle: chart.headers > 0,
      labelRange: column(left),
    },
    // Only if a series names the left axis, the right one draws no grid lines.
    dataSetStyles: Object.fromEntries(
      series.map(({ dataSetId }, index) => [dataSetId, { yAxisId: toAxis(index) }]),
    ),
    legendPosition: 'top',
    labelsAsText: true,
    stacked: false,
    cumulative: false,
    hideDataMarkers: true,
  } as unknown as ChartDefinition;
}
