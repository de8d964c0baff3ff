import { inflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import type { ChartSeries } from '../../src/message/body.ts';
import { createChartPrinter } from '../../src/renderers/mail/chart.ts';

const chart: ChartSeries = {
  values: [30, 31, 30.5, null, 31, 30, 31, 36],
  band: { low: 28, high: 33 },
  minSpan: 5,
  inverted: false,
  direction: 'up',
  mirrored: false,
};
const print = (changed: Partial<ChartSeries> = {}) => createChartPrinter().print({ ...chart, ...changed });

/** Size and the pixels of a PNG with 8-bit RGBA, each scanline unfiltered (PNG specification, 9.2). */
function decode(png: Uint8Array): {
  width: number;
  height: number;
  pixel: (x: number, y: number) => number[];
} {
  const bytes = Buffer.from(png);
  const [width, height] = [bytes.readUInt32BE(16), bytes.readUInt32BE(20)];
  const data: Buffer[] = [];
  for (let at = 8; at < bytes.length; at += 12 + bytes.readUInt32BE(at))
    if (bytes.toString('latin1', at + 4, at + 8) === 'IDAT')
      data.push(bytes.subarray(at + 8, at + 8 + bytes.readUInt32BE(at)));
  const raw = inflateSync(Buffer.concat(data));
  const row = width * 4;
  const out = Buffer.alloc(row * height);
  for (let y = 0; y < height; y += 1) {
    const filter = raw[y * (row + 1)] ?? 0;
    for (let x = 0; x < row; x += 1) {
      const left = x < 4 ? 0 : (out[y * row + x - 4] ?? 0);
      const up = y === 0 ? 0 : (out[(y - 1) * row + x] ?? 0);
      const corner = x < 4 || y === 0 ? 0 : (out[(y - 1) * row + x - 4] ?? 0);
      const [a, b, c] = [Math.abs(up - corner), Math.abs(left - corner), Math.abs(left + up - 2 * corner)];
      const paeth = a <= b && a <= c ? left : b <= c ? up : corner;
      const guess = [0, left, up, (left + up) >> 1, paeth][filter] ?? 0;
      out[y * row + x] = (raw[y * (row + 1) + 1 + x] ?? 0) + guess;
    }
  }
  return { width, height, pixel: (x, y) => [...out.subarray(y * row + x * 4, y * row + x * 4 + 4)] };
}

const luminance = ([r = 0, g = 0, b = 0]: readonly number[]) => {
  const [x = 0, y = 0, z = 0] = [r, g, b].map((value) =>
    value / 255 <= 0.04045 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4,
  );
  return 0.2126 * x + 0.7152 * y + 0.0722 * z;
};
const contrast = (one: readonly number[], other: readonly number[]) => {
  const [a, b] = [luminance(one), luminance(other)];
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
};
const blend = (over: readonly number[], ground: readonly number[]) =>
  ground.map((value, at) => value + ((over[at] ?? 0) - value) * ((over[3] ?? 0) / 255));

describe('a chart', () => {
  it('has equal bytes for equal values, and is drawn once for all who show it', () => {
    const printer = createChartPrinter();
    expect(printer.print(chart)).toBe(printer.print({ ...chart }));
    expect(print()?.content).toEqual(printer.print(chart)?.content);
    expect(print({ direction: null })?.cid).not.toBe(print()?.cid);
  });

  it('shows nothing of fewer than two values', () => {
    expect(print({ values: [null, null, 3] })).toBeNull();
  });

  it('has a transparent ground, and colours that show on light, dark and inverted cards', () => {
    for (const direction of ['up', 'down', null] as const) {
      const { width, height, pixel } = decode(print({ direction })?.content ?? new Uint8Array());
      expect(pixel(2, height - 2)[3]).toBe(0);
      const all = Array.from({ length: width * height }, (_, at) =>
        pixel(at % width, Math.floor(at / width)),
      );
      const solid = all.filter(([, , , alpha]) => alpha === 255);
      const colours = [...new Map(solid.map((colour) => [colour.join(), colour])).values()];
      const dense = colours.filter(
        (colour) => solid.filter((one) => one.join() === colour.join()).length > 300,
      );
      expect(dense.length).toBe(direction === null ? 1 : 2);
      for (const colour of dense)
        for (const ground of [
          [242, 245, 249],
          [40, 46, 55],
          [13, 10, 6],
        ])
          expect(contrast(blend(colour, ground), ground), `${colour} on ${ground}`).toBeGreaterThanOrEqual(3);
    }
  });

  it('draws the last week at the other end for readers from right to left, and rank 1 on top', () => {
    const at = (image: ReturnType<typeof print>, x: number) => {
      const { height, pixel } = decode(image?.content ?? new Uint8Array());
      return Array.from({ length: height }, (_, y) => y).find((y) => (pixel(x, y)[3] ?? 0) === 255) ?? height;
    };
    const plain = { band: null, direction: null };
    expect(at(print(plain), 524)).toBeLessThan(at(print(plain), 16));
    expect(at(print({ ...plain, mirrored: true }), 16)).toBe(at(print(plain), 524));
    expect(at(print({ ...plain, inverted: true }), 524)).toBeGreaterThan(
      at(print({ ...plain, inverted: true }), 16),
    );
  });
});
