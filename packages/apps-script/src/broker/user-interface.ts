import { ServiceFault } from '../protocol/errors.ts';
import type { Menu } from '../protocol/host-calls.ts';

/**
 * Removes what HtmlService mistakes for comments in template literals of inline scripts: from `//` to the end of the
 * line, and `/* ... *&#47;` (enuchi/React-Google-Apps-Script#157). Applied here to show the fault before a push.
 */
export function stripTemplateComments(html: string): string {
  return html.replace(/(<script\b[^>]*>)([\s\S]*?)(<\/script\s*>)/gi, (_, open, code, close) => {
    return open + stripScript(code) + close;
  });
}

// Order of alternatives: comments, strings, regular expressions (where no operand ends), backtick.
const scriptToken =
  /\/\/[^\n]*|\/\*[\s\S]*?\*\/|'(?:\\[\s\S]|[^'\\\n])*'|"(?:\\[\s\S]|[^"\\\n])*"|(?<=(?:^|[(,=:[!&|?{};+\-*%<>~^\n]|\breturn|\btypeof)\s*)\/(?![/*])(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\n[])+\/[a-z]*|[`{}]/g;

function stripScript(code: string): string {
  let out = '';
  let at = 0;
  /** Brace depth inside each open `${`. */
  const holes: number[] = [];
  while (at < code.length) {
    scriptToken.lastIndex = at;
    const found = scriptToken.exec(code);
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

/** Reads from `at` through the closing backtick or next `${`, without apparent comments. */
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

export interface UiState {
  menus: Menu[];
  sidebar: { title: string; html: string } | null;
  /** Prompts of Ui.alert in order; each returns OK. */
  alerts: { title: string | null; prompt: string }[];
}

/** What the script shows to the user. */
export class UserInterface {
  readonly #htmlFiles: ReadonlyMap<string, string>;
  #screen: UiState = { menus: [], sidebar: null, alerts: [] };

  constructor(htmlFiles: ReadonlyMap<string, string>) {
    this.#htmlFiles = htmlFiles;
  }

  /** A menu replaces the one with the same title. */
  menu(menu: Menu): null {
    this.#screen.menus = [...this.#screen.menus.filter((other) => other.title !== menu.title), menu];
    return null;
  }

  sidebar(title: string, html: string): null {
    this.#screen.sidebar = { title, html: stripTemplateComments(html) };
    return null;
  }

  alert(title: string | null, prompt: string): null {
    this.#screen.alerts.push({ title, prompt });
    return null;
  }

  file(name: string): string {
    const html = this.#htmlFiles.get(name) ?? this.#htmlFiles.get(name.replace(/\.html$/, ''));
    if (html === undefined) throw new ServiceFault(`No HTML file named ${name} was found.`);
    return html;
  }

  clear(): void {
    this.#screen = { ...this.#screen, menus: [], sidebar: null };
  }

  show(): UiState {
    return structuredClone(this.#screen);
  }
}
