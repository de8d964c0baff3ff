/**
 * HtmlService removes what it takes for comments inside template literals of inline scripts: from `//` to the end of
 * the line, and `/* ... *&#47;` (enuchi/React-Google-Apps-Script#157). Applied here, so that the fault shows before a push.
 */
export function stripTemplateComments(html: string): string {
  return html.replace(/(<script\b[^>]*>)([\s\S]*?)(<\/script\s*>)/gi, (_, open, code, close) => {
    return open + stripScript(code) + close;
  });
}

// Alternatives in this order: comments, strings, regular expressions (after what cannot end an operand), backtick.
const token =
  /\/\/[^\n]*|\/\*[\s\S]*?\*\/|'(?:\\[\s\S]|[^'\\\n])*'|"(?:\\[\s\S]|[^"\\\n])*"|(?<=(?:^|[(,=:[!&|?{};+\-*%<>~^\n]|\breturn|\btypeof)\s*)\/(?![/*])(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\n[])+\/[a-z]*|[`{}]/g;

function stripScript(code: string): string {
  let out = '';
  let at = 0;
  /** One entry per open `${`: the depth of braces inside it. */
  const holes: number[] = [];
  while (at < code.length) {
    token.lastIndex = at;
    const found = token.exec(code);
    if (found === null) return out + code.slice(at);
    const end = found.index + found[0].length;
    out += code.slice(at, end);
    at = end;
    const depth = holes[holes.length - 1];
    if (found[0] === '{' && depth !== undefined) holes[holes.length - 1] = depth + 1;
    if (found[0] === '}' && depth !== undefined && depth > 0) holes[holes.length - 1] = depth - 1;
    const resumes = found[0] === '}' && depth === 0;
    if (resumes) holes.pop();
    if (found[0] !== '`' && !resumes) continue;
    const text = readTemplateText(code, at);
    out += text.kept;
    at = text.end;
    if (text.opensHole) holes.push(0);
  }
  return out;
}

/** Reads from `at` to the closing backtick or the next `${`, both included, without what looks like a comment. */
function readTemplateText(code: string, at: number): { kept: string; end: number; opensHole: boolean } {
  let kept = '';
  let i = at;
  while (i < code.length) {
    const two = code.slice(i, i + 2);
    if (two === '${') return { kept: kept + two, end: i + 2, opensHole: true };
    if (code[i] === '`') return { kept: `${kept}\``, end: i + 1, opensHole: false };
    if (two === '//') {
      const rest = code.slice(i).search(/\n|`/);
      i = rest < 0 ? code.length : i + rest;
    } else if (two === '/*' && code.indexOf('*/', i + 2) >= 0) {
      i = code.indexOf('*/', i + 2) + 2;
    } else {
      const step = code[i] === '\\' ? 2 : 1;
      kept += code.slice(i, i + step);
      i += step;
    }
  }
  return { kept, end: i, opensHole: false };
}
