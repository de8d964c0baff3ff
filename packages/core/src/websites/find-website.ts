import { ApiError } from '../errors/api-error.ts';
import { domainOf } from '../resources/domain.ts';
import type { Website } from '../resources/website.ts';
import { idFault } from './website-id.ts';

const bare = (domain: string): string => domain.replace(/^www\./, '');

/**
 * The website that a person means by an id, a domain or a name, in that order, letter case aside.
 * @throws ApiError of kind `not_found` where none or more than one fits; the message lists what there is.
 */
export function findWebsite(websites: readonly Website[], reference: string): Website {
  const text = reference.trim();
  const lower = text.toLowerCase();
  const domain = bare(domainOf(text) ?? lower);
  const ways: readonly ((website: Website) => boolean)[] = [
    (website) => website.id === text,
    (website) => website.domain !== null && bare(website.domain) === domain,
    (website) => website.name !== null && website.name.trim().toLowerCase() === lower,
  ];
  for (const way of ways) {
    const [found, other] = websites.filter(way);
    if (found && other) {
      throw new ApiError({
        kind: 'not_found',
        owner: 'caller',
        message: `"${text}" is the name of more than one website: use the id, ${found.id} or ${other.id}.`,
        hint: 'Use the id.',
      });
    }
    if (found) return found;
  }
  const some = websites.slice(0, 3).map((website) => website.domain ?? website.name ?? website.id);
  const known =
    websites.length === 0
      ? 'This key has no websites.'
      : `There is ${some.join(', ')}${websites.length > 3 ? ` and ${websites.length - 3} more` : ''}.`;
  const fault = text.length > 0 ? idFault(text) : null;
  throw new ApiError({
    kind: 'not_found',
    owner: 'caller',
    message:
      fault === null
        ? `No website "${text}" for this key. ${known}`
        : `The website that was given ${fault}. ${known}`,
    hint: known,
  });
}
