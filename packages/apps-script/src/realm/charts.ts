import type { Chart } from '../protocol/document.ts';
import type { ServiceRuntime, SheetClasses } from './service-runtime.ts';

/** EmbeddedChart and its builder (reference/spreadsheet/embedded-chart-builder), stored as data. */
export function defineCharts(runtime: ServiceRuntime, sheets: SheetClasses): void {
  const facts = new WeakMap<object, Chart>();
  const kinds = 'Area Bar Column Combo Histogram Line Pie Scatter Table'.split(' ');
  const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value ?? null));
  sheets.chartOf = (method, value) => sheets.find(facts, 'EmbeddedChart', method, value);
  sheets.chart = (tab, chart) => {
    const self = Object.freeze({
      getRanges: () => chart.ranges.map((a1) => sheets.range(runtime.call('sheet.area', a1, tab))),
      getOptions: () => Object.freeze({ get: (name: string) => chart.options[name] ?? null }),
      modify: () => sheets.chartBuilder(tab, chart),
    });
    facts.set(self, chart);
    return self;
  };
  sheets.chartBuilder = (tab, start) => {
    let chart: Chart = start ?? {
      id: 0,
      type: 'COLUMN',
      ranges: [],
      options: {},
      headers: 0,
      position: null,
    };
    const change = (part: Partial<Chart>): object => {
      chart = { ...chart, ...part };
      return self;
    };
    const option = (name: string, value: unknown): object =>
      change({ options: { ...chart.options, [name]: plain(value) } });
    const name = (method: string): string => `EmbeddedChartBuilder.${method}`;
    const self: { [method: string]: (...args: never[]) => unknown } = {
      setChartType(...args: [string]) {
        sheets.reads(name('setChartType'), args, ['string']);
        return change({ type: args[0] });
      },
      addRange(...args: [object]) {
        sheets.reads(name('addRange'), args, ['object']);
        const area = sheets.areaOf('SpreadsheetApp.EmbeddedChartBuilder.addRange', args[0]);
        return change({ ranges: [...chart.ranges, sheets.fullA1(area)] });
      },
      getRanges: () => chart.ranges.map((a1) => sheets.range(runtime.call('sheet.area', a1, tab))),
      setPosition(...args: [number, number, number, number]) {
        sheets.reads(name('setPosition'), args, ['number', 'number', 'number', 'number']);
        const [row, column, offsetX, offsetY] = args;
        return change({ position: { row, column, offsetX, offsetY } });
      },
      setNumHeaders(...args: [number]) {
        sheets.reads(name('setNumHeaders'), args, ['number']);
        return change({ headers: args[0] });
      },
      setOption(...args: [string, unknown]) {
        sheets.reads(name('setOption'), args, ['string', 'any']);
        return option(args[0], args[1]);
      },
      build() {
        if (chart.position === null)
          throw runtime.exception('The chart has no position: call setPosition before build.');
        return sheets.chart(tab, chart);
      },
    };
    for (const kind of kinds) self[`as${kind}Chart`] = () => change({ type: kind.toUpperCase() });
    const named: [string, string][] = [
      ['setTitle', 'title'],
      ['setXAxisTitle', 'hAxis.title'],
      ['setYAxisTitle', 'vAxis.title'],
      ['setColors', 'colors'],
      ['setLegendPosition', 'legend.position'],
    ];
    for (const [method, target] of named) self[method] = (...args: unknown[]) => option(target, args[0]);
    return Object.freeze(self);
  };
}
