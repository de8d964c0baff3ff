import type { Digest } from './digest.ts';
import type { DigestFigure } from './figures.ts';

/** A formula of the Google Sheets add-on. */
export interface SheetFormula {
  readonly text: string;
  /** `week`: it gives the figure of the digest; `today`: the service has no history, so it gives that of today. */
  readonly gives: 'week' | 'today';
}

/** The longest domain (RFC 1035, section 2.3.4). */
const maxNameLength = 253;

/**
 * The formula that reproduces a figure, with the separator that Sheets takes in every locale. Null if there is none:
 * the week lacks days, or a name has characters that do not survive a cell.
 */
export function createSheetFormula(
  { sites, from, to }: Digest,
  {
    site: { website, citations },
    measure,
    competitor,
  }: Pick<DigestFigure, 'site' | 'measure' | 'competitor'>,
): SheetFormula | null {
  const { id, domain } = website;
  const isUnique = sites.filter((other) => other.website.domain === domain).length === 1;
  const name = isUnique && domain != null && isPlain(domain) ? domain : id;
  if (!isPlain(name) || (competitor !== null && !isPlain(competitor))) return null;
  const of = quote(name);
  if (measure === 'share')
    return {
      text: `=SHARE_OF_VOICE(${[of, ...(competitor === null ? [] : [quote(competitor)])].join(';')})`,
      gives: 'today',
    };
  if (measure === 'rank')
    return {
      text: `=VLOOKUP(TRUE;COMPETITORS(${of};"columns=own,rank;headers=no");2;FALSE)`,
      gives: 'today',
    };
  if (measure === 'authority') return { text: `=AUTHORITY(${of})`, gives: 'today' };
  if (citations.source === 'feed') return { text: `=CITATIONS(${of})`, gives: 'today' };
  if (citations.days.value < citations.of.value) return null;
  return { text: `=ANALYTICS_TOTAL(${of};"${from}..${to}";"citations")`, gives: 'week' };
}

const isPlain = (name: string): boolean =>
  name === name.trim() && name.length <= maxNameLength && /^[^\p{Cc}\p{Cf}\p{Cs}]+$/u.test(name);

/** A text of a formula; its quotes are doubled. */
const quote = (text: string): string => `"${text.replaceAll('"', '""')}"`;
