import { ApiError } from '../errors/api-error.ts';
import { toDomain } from '../resources/normalize.ts';
import type { Website } from '../resources/resources.ts';

/** Longer than any id in use: a UUID has 36 characters, a domain 253 (RFC 1035 §2.3.4). */
const maxIdLength = 256;

/** Half of a surrogate pair, which has no UTF-8 (RFC 3629 §3). */
const loneSurrogate = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/;

const isControl = (code: number): boolean => code < 0x20 || (code >= 0x7f && code < 0xa0);

/** Why a text cannot be a website id, as a predicate of "it"; null if valid. */
function explainInvalidId(text: string): string | null {
  if (text.trim() === '') return 'is empty';
  if (text.length > maxIdLength) return `is longer than ${maxIdLength} characters`;
  for (let at = 0; at < text.length; at++)
    if (isControl(text.charCodeAt(at))) return 'holds a control character';
  return loneSurrogate.test(text) ? 'holds half of a character and cannot be sent' : null;
}

/** Returns a valid website id. @throws ApiError of kind `not_found` for an id that the service could only refuse */
export function assertWebsiteId(website: string): string {
  const problem = typeof website === 'string' ? explainInvalidId(website) : 'is empty';
  if (problem === null) return website;
  const hint = 'Copy the id again from the list of websites.';
  throw new ApiError({
    kind: 'not_found',
    owner: 'caller',
    message: `The website id ${problem}. ${hint}`,
    hint,
  });
}

const stripWww = (domain: string): string => domain.replace(/^www\./, '');

/**
 * Finds a website by id, domain or name, in that order, ignoring case.
 * @throws ApiError of kind `not_found` for none or several matches; the message lists choices
 */
export function findWebsite(websites: readonly Website[], reference: string): Website {
  const text = reference.trim();
  const lower = text.toLowerCase();
  const domain = stripWww(toDomain(text) ?? lower);
  const matchers: readonly ((website: Website) => boolean)[] = [
    (website) => website.id === text,
    (website) => website.domain !== null && stripWww(website.domain) === domain,
    (website) => website.name !== null && website.name.trim().toLowerCase() === lower,
  ];
  for (const isMatch of matchers) {
    const [found, other] = websites.filter(isMatch);
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
  const examples = websites.slice(0, 3).map((website) => website.domain ?? website.name ?? website.id);
  const known =
    websites.length === 0
      ? 'This key has no websites.'
      : `There is ${examples.join(', ')}${websites.length > 3 ? ` and ${websites.length - 3} more` : ''}.`;
  const problem = text.length > 0 ? explainInvalidId(text) : null;
  throw new ApiError({
    kind: 'not_found',
    owner: 'caller',
    message:
      problem === null
        ? `No website "${text}" for this key. ${known}`
        : `The website that was given ${problem}. ${known}`,
    hint: known,
  });
}
