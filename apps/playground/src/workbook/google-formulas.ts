import { registries, UIPlugin } from '@odoo/o-spreadsheet';

/** Translates each formula that a user, a paste or a script writes. */
class GoogleFormulaPlugin extends UIPlugin {
  override allowDispatch(command: {
    readonly type: string;
    content?: unknown;
  }): ReturnType<UIPlugin['allowDispatch']> {
    // o-spreadsheet asks each plugin before it records the command that its windows exchange.
    if (command.type === 'UPDATE_CELL' && typeof command.content === 'string')
      command.content = toSheetFormula(command.content);
    return super.allowDispatch(command as never);
  }
}
registries.featurePluginRegistry.add('answershare_formulas', GoogleFormulaPlugin);

/**
 * Translates a Google Sheets formula for o-spreadsheet: `;` between arguments becomes `,`. A text with `""` or a
 * backslash becomes a concatenation. Array literals and other cell contents stay unchanged.
 */
function toSheetFormula(text: string): string {
  if (!text.startsWith('=')) return text;
  let braces = 0;
  return text.replace(/"(?:[^"]|"")*"|'(?:[^']|'')*'|[{};]/g, (token) => {
    if (token.startsWith('"')) return toTextExpression(token);
    if (token === '{') braces++;
    if (token === '}') braces--;
    return token === ';' && braces === 0 ? ',' : token;
  });
}

function toTextExpression(quoted: string): string {
  const parts = quoted.slice(1, -1).split(/(""|\\)/);
  if (parts.length === 1) return quoted;
  const codes: Record<string, string> = { '""': 'CHAR(34)', '\\': 'CHAR(92)' };
  return `(${parts.map((part) => codes[part] ?? `"${part}"`).join('&')})`;
}
