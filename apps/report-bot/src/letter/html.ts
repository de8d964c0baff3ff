import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import Handlebars from 'handlebars/runtime.js';
import { built } from '../built.ts';
import { Complaint } from '../complaint.ts';
import { slots } from './reader.ts';
import type { Mark } from './sparkline.ts';
import { assumption } from './text.ts';
import type { LetterView } from './view.ts';

const template = fileURLToPath(built('letter/letter.js'));
const load = createRequire(import.meta.url);

type Render = (view: object) => string;
let render: Render | null = null;

/** Height of a sparkline and of a mark in it, pixels. */
const [height, mark] = [24, 4];

/** The HTML part, from the template that `build.ts` compiled. */
export function letterHtml(view: LetterView): string {
  render ??= templateIn(template);
  return render(templateModel(view));
}

/** A name in the parts between which a line may break: a domain breaks before a dot and not within a word. */
const nameParts = (name: string): readonly string[] => name.split(/(?=[.-])/);

/** What the template reads: the view with its names in parts and its drawings in pixels and per cent. */
export function templateModel(view: LetterView): object {
  return {
    ...view,
    assumption,
    slots,
    summary: view.summary.map((site) => ({ ...site, nameParts: nameParts(site.name) })),
    sites: view.sites.map((site) => ({
      ...site,
      nameParts: nameParts(site.name),
      metrics: site.metrics.map((metric) => ({ ...metric, marks: drawn(metric.marks) })),
      rivals: site.rivals.map((rival) => ({
        ...rival,
        nameParts: nameParts(rival.name),
        rest: 100 - rival.bar,
      })),
    })),
  };
}

/**
 * Sees to it before any work that a letter can be written later.
 * @throws Complaint where the template was not built
 */
export function requireTemplate(file = template): void {
  if (existsSync(file)) return;
  throw new Complaint(
    `The letter template is not built: there is no ${file}. In the sources run \`pnpm build\` once; where dist was copied, copy the whole of it.`,
  );
}

/**
 * The compiled template in a file.
 * @throws Complaint where it was not built
 */
export function templateIn(file: string): Render {
  requireTemplate(file);
  return Handlebars.template<object>(load(file).default);
}

function drawn(marks: readonly Mark[]): { top: number; bottom: number; known: boolean; last: boolean }[] {
  if (marks.filter((value) => value !== null).length < 2) return [];
  return marks.map((value, at) => {
    const bottom = Math.round((value ?? 0) * (height - mark));
    return { top: height - mark - bottom, bottom, known: value !== null, last: at === marks.length - 1 };
  });
}
