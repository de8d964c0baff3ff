/** Longest name that is printed, in characters. */
const longest = 48;

/**
 * A name from outside as one line of text: no control, line-breaking or direction-changing characters, no runs of
 * spaces, at most 48 characters. Escaping for HTML is the template's work.
 */
export function plainName(name: string, limit: number = longest): string {
  const line = name.replace(/[\p{Cc}\p{Cf}\p{Cs}\s]+/gu, ' ').trim();
  if (line === '') return '(no name)';
  // A character is one or two code units.
  const characters = [...line.slice(0, 2 * limit + 1)];
  return characters.length <= limit
    ? line
    : `${characters
        .slice(0, limit - 1)
        .join('')
        .trimEnd()}…`;
}

/** A few names as one phrase: `a, b and 3 more`. */
export function nameList(names: readonly string[], shown: number = 3): string {
  const plain = names.slice(0, shown).map((name) => plainName(name));
  const more = names.length - plain.length;
  return more === 0 ? plain.join(', ') : `${plain.join(', ')} and ${more} more`;
}
