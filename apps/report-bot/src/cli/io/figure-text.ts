import { findWebsite, isApiError } from '@answershare/core';
import type { Digest } from '../../digest/digest.ts';
import { formatDecimal, formatLevel } from '../../digest/explain-figure.ts';
import { type DigestFigure, type Figure, listFigures } from '../../digest/figures.ts';
import type { SiteDigest } from '../../digest/site-digest.ts';
import { UsageError } from '../../system/errors.ts';
import { formatChoices } from '../../system/text.ts';

/** A website of a digest by domain, URL, name or id. Throws an error that lists the choices. */
export function findSite({ sites }: Digest, reference: string): SiteDigest {
  try {
    const { id } = findWebsite(
      sites.map(({ website }) => website),
      reference,
    );
    const found = sites.find((site) => site.id === id);
    if (found !== undefined) return found;
  } catch (thrown) {
    if (!isApiError(thrown)) throw thrown;
  }
  const names = sites.map(({ name }) => name);
  throw new UsageError(`The digest has no such website${formatChoices(reference, names)}`);
}

/**
 * The figure that a person named: `northwind-outdoor.example/share`, `…/rank`, `…/authority`, `…/citations` or
 * `…/share/COMPETITOR`. Throws an error with the nearest name and those that exist.
 */
export function findFigure(digest: Digest, text: string): DigestFigure {
  const at = text.indexOf('/');
  const site = findSite(digest, at < 0 ? text : text.slice(0, at));
  const figures = listFigures(digest).filter((one) => one.site === site);
  const wanted = `${site.name}${at < 0 ? '' : text.slice(at)}`;
  const fold = (name: string): string => name.trim().toLowerCase();
  const found = figures.find(({ figure }) => fold(figure.figure) === fold(wanted));
  if (found !== undefined) return found;
  const names = figures.map(({ figure }) => figure.figure);
  throw new UsageError(`There is no such figure${formatChoices(wanted, names)}`);
}

/** `no clear change` and other verdicts, as the mail words them. */
const verdicts: Readonly<Record<NonNullable<Figure['verdict']>, string>> = {
  clear: 'clear',
  unchanged: 'unchanged',
  steady: 'steady',
  unclear: 'no clear change',
  first: 'first report',
  'too-early': 'too early to judge',
  incomplete: 'incomplete',
  'method-changed': 'method changed',
  none: 'no value',
};

export const verdictNames = Object.keys(verdicts) as (keyof typeof verdicts)[];

/** `up` or `down` for a clear change, else a slow one or the verdict in words; empty for a rank. */
export function formatVerdict({ verdict, direction, slowChange, slowSince }: Figure): string {
  if (verdict === null) return '';
  if (slowChange === null) return direction ?? verdicts[verdict];
  return `${slowChange > 0 ? 'up' : 'down'} since ${slowSince}`;
}

/** `42.3%`; a share with one decimal, as in the mail. */
export function formatFigureLevel({ level, unit }: Figure): string {
  if (level === null) return '-';
  if (unit === 'share') return `${(level * 100).toFixed(1)}%`;
  return formatLevel(Number(level.toFixed(level < 10 ? 2 : 1)), unit);
}

/** `+5.2 points in 5 weeks`; empty without a comparison. */
export function formatFigureChange({ change, unit, weeksApart }: Figure): string {
  if (change === null) return '';
  const rounded = Number(change.toFixed(unit === 'share' ? 1 : 2));
  const size = unit === 'share' ? `${Math.abs(rounded).toFixed(1)} points` : formatDecimal(Math.abs(rounded));
  const sign = rounded === 0 ? '' : rounded > 0 ? '+' : '-';
  return `${sign}${size}${weeksApart === 1 ? '' : ` in ${weeksApart} weeks`}`;
}
