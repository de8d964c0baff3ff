/**
 * A formula of Google Sheets as o-spreadsheet reads it: `;` between arguments, which Sheets takes in every locale,
 * becomes `,`; a text with `""` or a backslash in it, which o-spreadsheet has no way to write, is put together
 * from parts. Array literals in braces and anything but a formula stay as they are.
 */
export function formulaText(text: string): string {
  if (!text.startsWith('=')) return text;
  let braces = 0;
  return text.replace(/"(?:[^"]|"")*"|'(?:[^']|'')*'|[{};]/g, (token) => {
    if (token.startsWith('"')) return literal(token);
    if (token === '{') braces++;
    if (token === '}') braces--;
    return token === ';' && braces === 0 ? ',' : token;
  });
}

function literal(quoted: string): string {
  const parts = quoted.slice(1, -1).split(/(""|\\)/);
  if (parts.length === 1) return quoted;
  const codes: Record<string, string> = { '""': 'CHAR(34)', '\\': 'CHAR(92)' };
  return `(${parts.map((part) => codes[part] ?? `"${part}"`).join('&')})`;
}
