/** Longest name that is printed, in characters. */
const longest = 48;

/**
 * A name from outside as one line of text: no control, line-breaking or direction-changing characters, no runs of
 * spaces, at most 48 characters. Escaping for HTML is the template's work.
 */
export function plainName(name: string, limit: number = longest): string {
  const line = name
    .replace(/[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]/gu, ' ')
    .replace(/\s+/gu, ' ')
    .trim();
  const characters = [...line];
  if (characters.length === 0) return '(no name)';
  return characters.length <= limit
    ? line
    : `${characters
        .slice(0, limit - 1)
        .join('')
        .trimEnd()}…`;
}

/** A few names as one phrase: `a, b and 3 more`. */
export function nameList(names: readonly string[], shown: number = 3): string {
  const plain = names.map((name) => plainName(name));
  if (plain.length <= shown) return plain.join(', ');
  return `${plain.slice(0, shown).join(', ')} and ${plain.length - shown} more`;
}
