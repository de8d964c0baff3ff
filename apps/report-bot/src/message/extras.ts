import { listFigureNames } from '@answershare/core';
import type { Digest } from '../digest/digest.ts';
import type { DigestFigure } from '../digest/figures.ts';
import { createSheetFormula, type SheetFormula } from '../digest/sheet-formula.ts';
import type { SiteDigest } from '../digest/site-digest.ts';
import type { FiguresFile } from './body.ts';
import type { MailDesign } from './design.ts';
import type { Phrases } from './phrases.ts';
import { joinTexts } from './text-layout.ts';

/** The address of the page in a locale; null without one. */
export type WebCopyAddress = (locale: string) => string | null;

export interface MailExtras {
  /** Address of the digest as a page; null without one. */
  readonly webCopy: string | null;
  readonly figures: FiguresFile | null;
}

export const noExtras: MailExtras = { webCopy: null, figures: null };

export interface LinkView {
  readonly words: string;
  readonly href: string;
}

/** The page with all figures, and the spreadsheet. */
export function listLinks({ webCopy }: MailExtras, { sheet }: MailDesign, phrases: Phrases): LinkView[] {
  return [
    ...(webCopy === null ? [] : [{ words: phrases.text('allFigures'), href: webCopy }]),
    ...(sheet === null ? [] : [{ words: phrases.text('sheet'), href: sheet }]),
  ];
}

/** Names the attachment; empty without one. */
export function formatAttached({ figures }: MailExtras, phrases: Phrases): string {
  if (figures === null) return '';
  const { file, complete } = figures;
  return phrases.text(complete ? 'attached' : 'attachedOwn', { file: file.filename });
}

const measures = listFigureNames('card');

/** The formula of a card's figure; null without a figure or without one. */
export function findCardFormula(
  digest: Digest,
  site: SiteDigest,
  measure: DigestFigure['measure'],
): SheetFormula | null {
  const level = measure === 'rank' ? (site.share.rank?.now ?? null) : site[measure].level;
  return level === null ? null : createSheetFormula(digest, { site, measure, competitor: null });
}

/** Where the formulas work, and which give today's figures; empty if the websites have none. */
export function captionFormulas(digest: Digest, sites: readonly SiteDigest[], phrases: Phrases): string {
  const found = measures.map((measure) =>
    sites.flatMap((site) => findCardFormula(digest, site, measure) ?? []),
  );
  const today = measures.filter((_, at) => found[at]?.some(({ gives }) => gives === 'today'));
  if (found.flat().length === 0) return '';
  const names = phrases.list(today.map((measure) => phrases.text(measure)));
  return joinTexts([
    phrases.text('formulas'),
    today.length === 0 ? '' : phrases.text('formulasToday', { measures: names }),
  ]);
}
