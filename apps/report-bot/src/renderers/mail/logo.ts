import { createImage, type LogoImage } from '../../message/body.ts';
import { defaultDesign, type MailDesign } from '../../message/design.ts';
import {
  computeContrast,
  type Dashboards,
  type Logo,
  type ScheduleDesign,
} from '../../settings/mail-design.ts';
import { loadChartRenderer } from './chart.ts';

const height = 32;
/** Pixels of the image per CSS pixel. */
const density = 2;
const [padding, radius] = [4, 6];
const [light, dark] = ['#ffffff', '#1d2128'];
/** The least contrast of a logo on the light plate; a lighter one, such as yellow, gets the dark plate. */
const leastContrast = 1.6;
/** A logo with fewer transparent pixels has a ground of its own: only its corners are round. */
const leastTransparency = 0.1;
/** Larger images are not decoded, and wider ones not drawn: 4 bytes a pixel. */
const [mostPixels, mostWidth] = [4_000_000, 1_000];

/** Recipients of one schedule with different websites share its logo: drawing takes as long as rendering a mail. */
const images = new WeakMap<Logo, LogoImage>();

/**
 * Draws a transparent logo on a light plate, a light one on a dark plate. The plate is part of the image, because mail
 * programs that darken a mail change its colours, but not its images. Other logos stay as they are.
 */
export function createLogo(logo: Logo): LogoImage {
  const image = images.get(logo) ?? drawLogo(logo);
  images.set(logo, image);
  return image;
}

function drawLogo({ content, type }: Logo): LogoImage {
  const original = { ...createImage(content, type), height };
  const size = readSize(content, type);
  if (size === null || size.width * size.height > mostPixels) return original;
  const width = Math.max(1, Math.round((height * size.width) / size.height));
  if (width > mostWidth) return original;
  const address = `data:image/${type};base64,${Buffer.from(content).toString('base64')}`;
  const image = `<image width="${width}" height="${height}" href="${address}"/>`;
  const painted = describePaint(draw(width, height, image).pixels);
  if (painted === null || painted.transparent < leastTransparency) return original;
  const plate = computeContrast(painted.colour, light) < leastContrast ? dark : light;
  const box = { width: width + 2 * padding, height: height + 2 * padding };
  const ground = `<rect width="${box.width}" height="${box.height}" rx="${radius}" fill="${plate}"/>`;
  const drawn = draw(
    box.width,
    box.height,
    `${ground}<g transform="translate(${padding} ${padding})">${image}</g>`,
  );
  return { ...createImage(drawn.asPng(), 'png'), height: box.height };
}

function draw(width: number, height: number, content: string) {
  const { Resvg } = loadChartRenderer();
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${content}</svg>`;
  return new Resvg(svg, {
    fitTo: { mode: 'zoom', value: density },
    font: { loadSystemFonts: false },
  }).render();
}

/** Pixels of an image that can be transparent (PNG, 3rd edition, 11.2.1; GIF89a, 18); null for others. */
function readSize(content: Uint8Array, type: Logo['type']): { width: number; height: number } | null {
  const view = new DataView(content.buffer, content.byteOffset, content.byteLength);
  if (type === 'jpeg' || view.byteLength < 24) return null;
  const size =
    type === 'png'
      ? { width: view.getUint32(16), height: view.getUint32(20) }
      : { width: view.getUint16(6, true), height: view.getUint16(8, true) };
  return size.width === 0 || size.height === 0 ? null : size;
}

/** The mean colour of what is painted, and the share of transparent pixels; null if nothing is painted. */
function describePaint(pixels: Uint8Array): { readonly colour: string; readonly transparent: number } | null {
  const sums = [0, 0, 0, 0];
  for (const [at, value] of pixels.entries()) sums[at % 4] = (sums[at % 4] ?? 0) + value;
  const [red = 0, green = 0, blue = 0, alpha = 0] = sums;
  if (alpha === 0) return null;
  // The channels are multiplied by alpha.
  const channel = (sum: number) =>
    Math.min(255, Math.round((255 * sum) / alpha))
      .toString(16)
      .padStart(2, '0');
  return {
    colour: `#${[red, green, blue].map(channel).join('')}`,
    transparent: 1 - alpha / (255 * (pixels.length / 4)),
  };
}

/** The design that a schedule's settings give. */
export function toMailDesign(design: ScheduleDesign, dashboard: Dashboards): MailDesign {
  return {
    ...design,
    dashboard,
    colour: design.colour ?? defaultDesign.colour,
    logo: design.logo === null ? null : createLogo(design.logo),
  };
}
