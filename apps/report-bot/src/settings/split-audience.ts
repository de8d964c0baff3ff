import { foldAddress, type SenderFields, toSender } from './addresses.ts';
import type { Channel } from './channels.ts';
import type { DigestAudience, Recipient } from './settings.ts';

type Websites = DigestAudience['websites'];

/** Equal for the same entries in another order, and the same sender. */
const toKey = (websites: Websites, { from, replyTo }: SenderFields): string =>
  JSON.stringify([typeof websites === 'string' ? websites : [...websites].sort(), from, replyTo]);

interface SelectedAudience extends SenderFields {
  readonly websites: Websites;
  readonly recipients: Recipient[];
  readonly channels: Channel[];
}

/** The most readers that a message names. */
const mostNamed = 3;

/**
 * One audience for each selection of websites and each sender, with the recipients and channels that get it. Those of all websites come
 * first, if there are any.
 */
export function splitAudience<A extends DigestAudience>(audience: A): readonly A[] {
  const parts = new Map<string, SelectedAudience>();
  const whole = toKey(audience.websites, audience);
  const find = (websites: Websites = audience.websites, sender: SenderFields = {}): SelectedAudience => {
    const { from = audience.from, replyTo = audience.replyTo } = sender;
    const own = toSender({ from, replyTo });
    const key = toKey(websites, own);
    const part = parts.get(key) ?? { websites, ...own, recipients: [], channels: [] };
    parts.set(key, part);
    return part;
  };
  for (const recipient of audience.recipients) find(recipient.websites, recipient).recipients.push(recipient);
  for (const channel of audience.channels) find(channel.websites).channels.push(channel);
  return [...parts]
    .sort(([one], [other]) => Number(other === whole) - Number(one === whole))
    .map(([key, part]) => ({
      ...audience,
      ...part,
      ...(key === whole ? {} : { readers: describeReaders(part) }),
    }));
}

/** `ann@example.com, bob@example.com and 2 more`. */
export function describeReaders({
  recipients,
  channels,
}: Pick<DigestAudience, 'recipients' | 'channels'>): string {
  return formatReaders([...recipients.map(({ to }) => to), ...channels.map(({ id }) => id)]);
}

export function formatReaders(readers: readonly string[]): string {
  const more = readers.length - mostNamed;
  return more > 1
    ? `${readers.slice(0, mostNamed).join(', ')} and ${more} more`
    : readers.join(', ').replace(/, (?=[^,]*$)/, ' and ');
}

/** The part of an audience that this address gets, with it as the first recipient; null if it is none. */
export function selectReader<A extends DigestAudience>(audience: A, address: string): A | null {
  for (const part of splitAudience(audience)) {
    const reader = part.recipients.find(({ to }) => foldAddress(to) === foldAddress(address));
    if (reader === undefined) continue;
    const others = part.recipients.filter((one) => one !== reader);
    return { ...part, recipients: [reader, ...others], channels: [] };
  }
  return null;
}
