const tokens = /"[^"\\]*(?:\\.[^"\\]*)*"|\{\s*\}|\[\s*\]|[{}[\],:]|\s+/g;

/** Deeper than any body that a person reads; laid out, its indents would be longer than the body itself. */
const deepest = 100;

/**
 * JSON laid out to be read, with every number as it came: `JSON.parse` would shorten an id of 20 digits and drop the first
 * of two fields of one name. A text that nests too deep comes back as it is.
 */
export function laidOut(json: string): string {
  let depth = 0;
  let tooDeep = false;
  const line = (): string => `\n${'  '.repeat(tooDeep ? 0 : depth)}`;
  const text = json.trim().replace(tokens, (token) => {
    if (token.startsWith('"')) return JSON.stringify(JSON.parse(token));
    if (token === ',') return `,${line()}`;
    if (token === ':') return ': ';
    if (/^\s/.test(token)) return '';
    if (token.length > 1) return token.charAt(0) + token.slice(-1);
    const opens = token === '{' || token === '[';
    depth += opens ? 1 : -1;
    tooDeep ||= depth > deepest;
    return opens ? token + line() : line() + token;
  });
  return tooDeep ? json : text;
}
