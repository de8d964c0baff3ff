import { createRequire } from 'node:module';
import { maxOf, minOf } from '@answershare/core';
import { scaleLinear } from 'd3-scale';
import { line } from 'd3-shape';
import { type ChartPrinter, type ChartSeries, createImage, type MailImage } from '../../message/body.ts';
import { darkGround, defaultDesign } from '../../message/design.ts';
import { lightenColour } from '../../settings/mail-design.ts';
import { UserError } from '../../system/errors.ts';

/** Pixels of the image; a mail shows it at half the size or less. */
const [width, height] = [540, 150];
const margin = { x: 16, y: 18 };

/** Mid-tones: at least 3:1 on white and on the dark card (WCAG 2.2, 1.4.11), also where a client inverts colours. */
const colours = { band: '#8794a6', up: '#2a9455', down: '#e0564a' } as const;

/** Charts as PNG, which every mail program shows. */
export const createChartPrinter = (colour = defaultDesign.colour): ChartPrinter =>
  createPrinter(toImage, colour);

/** Charts as SVG for a page: a tenth of the bytes, and sharp on paper. */
export const createSvgPrinter = (colour = defaultDesign.colour): ChartPrinter =>
  createPrinter((svg) => createImage(Buffer.from(svg), 'svg+xml'), colour);

/** @param colour of the schedule, whose mid-tone is that of the lines */
function createPrinter(render: (svg: string) => MailImage, colour: string): ChartPrinter {
  const stroke = lightenColour(colour, darkGround, 3);
  const printed = new Map<string, MailImage>();
  return {
    print: (chart) => {
      if (chart.values.filter((value) => value !== null).length < 2) return null;
      const svg = drawChart(chart, stroke);
      const image = printed.get(svg) ?? render(svg);
      printed.set(svg, image);
      return image;
    },
  };
}

/** The background stays transparent: it is that of the card in every colour scheme. */
function drawChart(chart: ChartSeries, stroke: string): string {
  const { values, band, minSpan, inverted, direction, mirrored, marks = [] } = chart;
  const known = values.filter((value) => value !== null);
  const ends = [...known, ...(band === null ? [] : [band.low, band.high])];
  const [low, high] = [minOf(ends), maxOf(ends)];
  const spare = Math.max(0, minSpan - (high - low)) / 2;
  const left = [margin.x, width - margin.x];
  const bottom = [height - margin.y, margin.y];
  const x = scaleLinear([0, values.length - 1], mirrored ? left.reverse() : left);
  const y = scaleLinear([low - spare, high + spare], inverted ? bottom.reverse() : bottom);
  const path = line<number | null>()
    .defined((value) => value !== null)
    .x((_, at) => x(at))
    .y((value) => y(value ?? 0))
    .digits(1)(values);
  const dots = values.flatMap((value, at) => {
    const last = at === values.length - 1;
    const single = (values[at - 1] ?? null) === null && (values[at + 1] ?? null) === null;
    if (value === null || !(last || single)) return [];
    const fill = last && direction !== null ? colours[direction] : stroke;
    return [
      `<circle cx="${x(at).toFixed(1)}" cy="${y(value).toFixed(1)}" r="${last ? 13 : 7}" fill="${fill}"/>`,
    ];
  });
  const events = marks.map(
    (at) =>
      `<path d="M${x(at).toFixed(1)} 0V${height}" stroke="${colours.band}" stroke-width="4" stroke-dasharray="12 10"/>`,
  );
  const range =
    band === null
      ? ''
      : `<rect x="0" width="${width}" y="${Math.min(y(band.low), y(band.high)).toFixed(1)}" height="${Math.abs(y(band.high) - y(band.low)).toFixed(1)}" fill="${colours.band}" fill-opacity="0.28"/>`;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${range}${events.join('')}<path d="${path ?? ''}" fill="none" stroke="${stroke}" stroke-width="7" stroke-linejoin="round" stroke-linecap="round"/>${dots.join('')}</svg>`;
}

const requirePackage = createRequire(import.meta.url);

/**
 * Loads the renderer, which only mails need.
 * @throws UserError if it is not installed
 */
export function loadChartRenderer(): typeof import('@resvg/resvg-js') {
  try {
    return requirePackage('@resvg/resvg-js');
  } catch (thrown) {
    const { code = 'unknown' } = thrown as NodeJS.ErrnoException;
    throw new UserError(
      `The package @resvg/resvg-js, which draws the charts of mails, cannot be loaded (${code}). Install answershare with its dependencies, also the optional ones.`,
    );
  }
}

function toImage(svg: string): MailImage {
  const { Resvg } = loadChartRenderer();
  return createImage(new Resvg(svg, { font: { loadSystemFonts: false } }).render().asPng(), 'png');
}
