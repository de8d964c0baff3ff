import type { DigestAudience } from '../../settings/settings.ts';
import { describeReaders, splitAudience } from '../../settings/split-audience.ts';

/** Websites, and who gets their figures alone. */
interface DescribedSelection {
  readonly websites: 'all' | readonly string[];
  readonly readers: string;
}

/** The selections of a schedule's or alert's readers; nothing if each gets all of its websites. */
export function describeSelections(audience: DigestAudience): {
  readonly selections?: readonly DescribedSelection[];
} {
  const parts = splitAudience(audience);
  if (parts.every(({ readers }) => readers === undefined)) return {};
  return { selections: parts.map((part) => ({ websites: part.websites, readers: describeReaders(part) })) };
}

const mostNamed = 6;

/** `acme.com, acme.de for ann@example.com`. */
export function formatSelections({
  selections = [],
}: ReturnType<typeof describeSelections>): readonly string[] {
  return selections.map(({ websites, readers }) => {
    if (websites === 'all') return `all websites for ${readers}`;
    const more = websites.length - mostNamed;
    return `${websites.slice(0, mostNamed).join(', ')}${more > 0 ? ` and ${more} more` : ''} for ${readers}`;
  });
}
