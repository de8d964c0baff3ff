import { readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { readSmallFile } from '../system/files.ts';

/** The parts of a mail that a template may replace. */
export const templateParts = ['html', 'text', 'subject'] as const;
export type TemplatePart = (typeof templateParts)[number];

/** Handlebars sources by part; a part without one is built in. */
export interface MailTemplate {
  /** As the settings name the folder. */
  readonly name: string;
  readonly sources: Readonly<Partial<Record<TemplatePart, string>>>;
}

const fileNames = templateParts.map((part) => `${part}.hbs`);

/** Reads the templates of a folder, or gives the reason why not. */
export function readMailTemplate(base: string, name: string): MailTemplate | { readonly why: string } {
  const folder = resolve(base, name);
  let found: readonly string[];
  try {
    found = readdirSync(folder);
  } catch (thrown) {
    return { why: `is no folder that can be read (${(thrown as NodeJS.ErrnoException).code ?? 'unknown'})` };
  }
  const other = found.filter((file) => file.endsWith('.hbs') && !fileNames.includes(file));
  if (other.length > 0) return { why: `has ${other.join(', ')}; the templates are ${fileNames.join(', ')}` };
  const sources: Partial<Record<TemplatePart, string>> = {};
  for (const part of templateParts.filter((one) => found.includes(`${one}.hbs`))) {
    const file = readSmallFile(join(folder, `${part}.hbs`));
    if ('why' in file) return { why: `has a ${part}.hbs that ${file.why}` };
    sources[part] = file.text;
  }
  return Object.keys(sources).length === 0
    ? { why: `has none of ${fileNames.join(', ')}` }
    : { name, sources };
}
