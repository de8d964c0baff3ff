import type { Digest } from '../digest/digest.ts';
import type { SiteDigest } from '../digest/site-digest.ts';
import { legendOf } from './legend.ts';
import { type ChangeView, changeView } from './metric-view.ts';
import type { Numbers } from './numbers.ts';
import { nameList, plainName } from './plain-name.ts';
import { safeUrl } from './safe-url.ts';
import { briefChange, headline, noteText, subjectClause } from './sentences.ts';
import { type Rows, type SiteView, siteView } from './site-view.ts';

/** How much a letter shows; a smaller one is taken where the HTML grows beyond its budget. */
export interface Extent extends Rows {
  readonly summary: number;
  readonly details: number;
}

export interface SummaryRow {
  readonly name: string;
  readonly share: string;
  readonly shareChange: ChangeView;
  readonly authority: string;
  readonly authorityChange: ChangeView;
}

/** Everything a template prints, in words and formatted numbers; templates compute nothing. */
export interface LetterView {
  readonly subject: string;
  readonly preheader: string;
  readonly title: string;
  readonly period: string;
  readonly headline: string;
  readonly second: string;
  readonly summary: readonly SummaryRow[];
  readonly moreSites: string;
  /** What must be known of the websites without a section of their own, each sentence once. */
  readonly notes: readonly string[];
  readonly single: boolean;
  readonly sites: readonly SiteView[];
  readonly moreDetails: string;
  readonly legend: string;
  readonly asOf: string;
  readonly unsubscribe: string;
}

export function letterView(
  digest: Digest,
  numbers: Numbers,
  unsubscribe: string,
  extent: Extent,
): LetterView {
  const { sites, clauses, schedule } = digest;
  const whole = digest.notes.map((note) => noteText(note, numbers));
  const single = sites.length === 1;
  const title = plainName(
    schedule.title ?? (single ? (sites[0]?.name ?? schedule.id) : `${sites.length} websites`),
  );
  const [first, second] = clauses;
  const period = numbers.dates(digest.from, digest.to, true);
  const opening = first === undefined ? 'No websites to report on' : headline(first, numbers, !single);
  const detailed = sites.filter((site) => single || isNotable(site));
  const details = detailed.slice(0, extent.details);
  const summary = single ? [] : sites.slice(0, extent.summary);
  const fallback = single && sites[0]?.notes[0] ? noteText(sites[0].notes[0], numbers) : '';
  const text =
    first === undefined
      ? 'no websites to report on'
      : single
        ? subjectClause(first, numbers)
        : lowerStart(opening);
  const named = !single && sites.some(({ name }) => opening.startsWith(`${plainName(name)}:`));
  const subject = named ? `${opening} · ${title}` : `${title}: ${text}`;
  return {
    subject: plain(`${subject} (${numbers.dates(digest.from, digest.to, false)})`),
    preheader: second === undefined ? fallback : headline(second, numbers, !single),
    title,
    period,
    headline: opening,
    second: second === undefined ? '' : headline(second, numbers, !single),
    summary: summary.map((site) => ({
      name: plainName(site.name),
      share: site.share.level === null ? '–' : numbers.of(site.share.level),
      shareChange: changeView(site.share, numbers, briefChange),
      authority: site.authority.level === null ? '–' : numbers.of(site.authority.level),
      authorityChange: changeView(site.authority, numbers, briefChange),
    })),
    moreSites:
      sites.length > summary.length && !single ? `and ${sites.length - summary.length} more websites` : '',
    notes: single ? [] : [...whole, ...sharedNotes(sites, details, numbers).slice(0, extent.notes)],
    single,
    sites: details
      .map((site) => siteView(site, numbers, extent))
      .map((view) => (single ? { ...view, notes: [...whole, ...view.notes] } : view)),
    moreDetails:
      detailed.length > details.length
        ? `${detailed.length - details.length} more websites have clear changes; see the table above.`
        : '',
    legend: legendOf(sites),
    asOf:
      digest.asOf === null
        ? ''
        : `Last reading ${numbers.instant(digest.asOf, schedule.timezone)} (${schedule.timezone}).`,
    unsubscribe: safeUrl(unsubscribe),
  };
}

/** A website gets its own section in a letter about several only where something clear happened. */
function isNotable({ share, authority, citations }: SiteDigest): boolean {
  const clear = [share, authority, citations].some(({ verdict }) => verdict === 'clear');
  return clear || share.overtook.length + share.overtakenBy.length > 0;
}

/** Notes of the websites without a section, those with the same words together. */
function sharedNotes(
  sites: readonly SiteDigest[],
  detailed: readonly SiteDigest[],
  numbers: Numbers,
): string[] {
  const names = new Map<string, string[]>();
  for (const site of sites.filter((one) => !detailed.includes(one))) {
    for (const note of site.notes) {
      const words = noteText(note, numbers);
      names.set(words, [...(names.get(words) ?? []), site.name]);
    }
  }
  return [...names].map(
    ([words, of]) => `${of.length === sites.length ? 'All websites' : nameList(of)}: ${words}`,
  );
}

/** Begins a headline in lower case, for the place after a colon. */
function lowerStart(words: string): string {
  return words.charAt(0).toLowerCase() + words.slice(1);
}

function plain(text: string): string {
  return text.replace(/\u00a0/gu, ' ');
}
