import { resolve } from 'node:path';
import { z } from 'zod';
import { readRegularFile } from '../system/files.ts';
import { type MailTemplate, readMailTemplate } from './mail-template.ts';

/** Sections of a mail that a schedule may select. */
const sectionNames = ['competitors', 'engines', 'components', 'pages'] as const;
type SectionName = (typeof sectionNames)[number];

/** White, and the grey behind the links of the footer. */
const lightGrounds = ['#ffffff', '#f2f4f7'] as const;
/** WCAG 2.2, 1.4.3. */
const minimumContrast = 4.5;

const colourSchema = z
  .string()
  .regex(/^#[0-9a-f]{6}$/i, 'is not a colour; write it as #1f5fbf')
  .superRefine((colour, context) => {
    if (!/^#[0-9a-f]{6}$/i.test(colour)) return;
    const lowest = Math.min(...lightGrounds.map((ground) => computeContrast(colour, ground)));
    if (lowest >= minimumContrast) return;
    const message = `has a contrast of ${lowest.toFixed(1)}:1 on the mail's grey; links need ${minimumContrast}:1, so choose a darker colour`;
    context.addIssue({ code: 'custom', message });
  });

/** How a schedule's mails look. */
export const mailDesignSchema = z.strictObject({
  colour: colourSchema.exactOptional().describe('Accent of bars and links, for example #1f5fbf.'),
  logo: z
    .string()
    .min(1)
    .exactOptional()
    .describe(
      'PNG, JPEG or GIF file of at most 100 KB, shown 32 pixels high; a transparent one gets a plate.',
    ),
  intro: z.string().min(1).max(400).exactOptional().describe('Text above the headline.'),
  footer: z.string().min(1).max(400).exactOptional().describe('Text at the end.'),
  sections: z
    .array(z.enum(sectionNames))
    .exactOptional()
    .describe('Sections below the four figures; all of them if omitted.'),
  template: z
    .string()
    .min(1)
    .exactOptional()
    .describe('Folder with html.hbs, text.hbs or subject.hbs in place of the built-in parts.'),
  sheet: z
    .string()
    .regex(/^https:\/\/[\x21-\x7e]+$/, 'is not an https address')
    .exactOptional()
    .describe('Address of a Google Sheet with these figures; mails link to it.'),
  formulas: z
    .boolean()
    .exactOptional()
    .describe('true shows the formula of the Google Sheets add-on under each figure that has one.'),
});

/** An address with `{website}` in it. */
export const dashboardSchema = z
  .string()
  .regex(/^https?:\/\/[\x21-\x7e]+$/, 'is not an http or https address')
  .includes('{website}', { error: 'has no {website}, the place of the website id' })
  .describe('Address of a website in your dashboard, with {website} for its id; mails link to it.');

/** Such an address for all websites, or by the name of their service; null without one. */
export type Dashboards = string | null | Readonly<Record<string, string | null>>;

export interface Logo {
  readonly content: Uint8Array;
  readonly type: 'png' | 'jpeg' | 'gif';
}

/** The design of a schedule's mails, with its files read. */
export interface ScheduleDesign {
  readonly colour: string | null;
  readonly logo: Logo | null;
  readonly intro: string | null;
  readonly footer: string | null;
  readonly sections: readonly SectionName[];
  readonly template: MailTemplate | null;
  /** Address of a spreadsheet; null without one. */
  readonly sheet: string | null;
  /** True shows the formula of each figure. */
  readonly formulas: boolean;
}

const maxLogoBytes = 100 * 1024;

const signatures = {
  png: [0x89, 0x50, 0x4e, 0x47],
  jpeg: [0xff, 0xd8, 0xff],
  gif: [0x47, 0x49, 0x46, 0x38],
} as const;

/** Reads a logo, or gives the reason why not. */
export function readLogo(folder: string, name: string): Logo | { readonly why: string } {
  const file = readRegularFile(resolve(folder, name), maxLogoBytes);
  if ('why' in file) return file;
  const { bytes: content } = file;
  const [type] = (['png', 'jpeg', 'gif'] as const).filter((one) =>
    signatures[one].every((byte, at) => content[at] === byte),
  );
  return type === undefined ? { why: 'is no PNG, JPEG or GIF image' } : { content, type };
}

/** The design with defaults. Its files must be readable. */
export function toScheduleDesign(
  folder: string,
  parsed: z.infer<typeof mailDesignSchema> | undefined,
): ScheduleDesign {
  const logo = parsed?.logo === undefined ? null : readLogo(folder, parsed.logo);
  const template = parsed?.template === undefined ? null : readMailTemplate(folder, parsed.template);
  return {
    colour: parsed?.colour?.toLowerCase() ?? null,
    logo: logo === null || 'why' in logo ? null : logo,
    intro: parsed?.intro ?? null,
    footer: parsed?.footer ?? null,
    sections: parsed?.sections ?? sectionNames,
    template: template === null || 'why' in template ? null : template,
    sheet: parsed?.sheet ?? null,
    formulas: parsed?.formulas ?? false,
  };
}

/** Contrast ratio of two `#rrggbb` colours, 1 to 21 (WCAG 2.2, "contrast ratio"). */
export function computeContrast(one: string, other: string): number {
  const [a, b] = [computeLuminance(one), computeLuminance(other)];
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}

/** A colour mixed with as much white as a contrast on a dark ground needs. */
export function lightenColour(colour: string, ground: string, contrast: number): string {
  const mix = (white: number): string =>
    `#${[1, 3, 5]
      .map((at) => {
        const channel = Number.parseInt(colour.slice(at, at + 2), 16);
        return Math.round(channel + (255 - channel) * white)
          .toString(16)
          .padStart(2, '0');
      })
      .join('')}`;
  let white = 0;
  while (white < 1 && computeContrast(mix(white), ground) < contrast) white += 0.05;
  return mix(Math.min(1, white));
}

function computeLuminance(colour: string): number {
  const channel = (at: number) => {
    const value = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  };
  return 0.2126 * channel(1) + 0.7152 * channel(3) + 0.0722 * channel(5);
}
