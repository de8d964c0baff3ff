import { type SenderFields, toSender } from '../../settings/addresses.ts';
import type { DigestAudience } from '../../settings/settings.ts';
import { describeReaders, splitAudience } from '../../settings/split-audience.ts';

/** Websites, and who gets their figures alone. */
interface DescribedSelection extends SenderFields {
  readonly websites: 'all' | readonly string[];
  readonly readers: string;
}

/** The selections of a schedule's or alert's readers; nothing if each gets all of its websites from the usual sender. */
export function describeSelections(audience: DigestAudience): {
  readonly selections?: readonly DescribedSelection[];
} {
  const parts = splitAudience(audience);
  if (parts.every((part) => part.readers === undefined && Object.keys(toSender(part)).length === 0))
    return {};
  return {
    selections: parts.map((part) => ({
      websites: part.websites,
      readers: describeReaders(part),
      ...toSender(part),
    })),
  };
}

const mostNamed = 6;

/** `acme.com, acme.de for ann@example.com`. */
export function formatSelections({
  selections = [],
}: ReturnType<typeof describeSelections>): readonly string[] {
  return selections.map(({ websites, readers, from, replyTo }) => {
    const sender = `${from === undefined ? '' : `, from ${from}`}${replyTo === undefined ? '' : `, replies to ${replyTo}`}`;
    if (websites === 'all') return `all websites for ${readers}${sender}`;
    const more = websites.length - mostNamed;
    const named = `${websites.slice(0, mostNamed).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
    return `${named} for ${readers}${sender}`;
  });
}
