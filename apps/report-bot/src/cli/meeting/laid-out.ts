const tokens = /"[^"\\]*(?:\\.[^"\\]*)*"|\{\s*\}|\[\s*\]|[{}[\],:]|\s+/g;

/**
 * JSON laid out to be read, with every number as it came: `JSON.parse` would shorten an id of 20 digits and drop the first
 * of two fields of one name.
 */
export function laidOut(json: string): string {
  let depth = 0;
  const line = (): string => `\n${'  '.repeat(depth)}`;
  return json.trim().replace(tokens, (token) => {
    if (token.startsWith('"')) return JSON.stringify(JSON.parse(token));
    if (token === ',') return `,${line()}`;
    if (token === ':') return ': ';
    if (/^\s/.test(token)) return '';
    if (token.length > 1) return token.charAt(0) + token.slice(-1);
    const opens = token === '{' || token === '[';
    depth += opens ? 1 : -1;
    return opens ? token + line() : line() + token;
  });
}
