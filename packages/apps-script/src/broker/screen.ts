import { type Menu, ServiceFault } from '../host-calls.ts';
import { stripTemplateComments } from '../html-stripping.ts';

export interface Screen {
  menus: Menu[];
  sidebar: { title: string; html: string } | null;
  /** Prompts of Ui.alert in order; the user is taken to press OK. */
  alerts: { title: string | null; prompt: string }[];
}

/** What the script last put in front of the user. */
export class Display {
  readonly #htmlFiles: ReadonlyMap<string, string>;
  #screen: Screen = { menus: [], sidebar: null, alerts: [] };

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

  show(): Screen {
    return structuredClone(this.#screen);
  }
}
