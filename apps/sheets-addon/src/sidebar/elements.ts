type Content = string | readonly Node[];

/** Replaces an element's content by text or children. Text is set as text, never as HTML. */
export function fill(root: HTMLElement, content: Content): void {
  if (typeof content === 'string') root.textContent = content;
  else root.replaceChildren(...content);
}

/** An element with text or children. */
export function element<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  content: Content,
  className = '',
): HTMLElementTagNameMap[K] {
  const node = document.createElement(tag);
  if (className !== '') node.className = className;
  fill(node, content);
  return node;
}

/** A button. `kind`: `action` for a view's main one, `quiet` for one next to it, `link` for a place in the file. */
export function button(
  text: string,
  onClick: () => void,
  kind: 'action' | 'plain' | 'quiet' | 'link' = 'plain',
): HTMLButtonElement {
  const node = element('button', text, kind === 'plain' ? '' : kind);
  node.type = 'button';
  node.addEventListener('click', onClick);
  return node;
}

/** A text field with a list of values that narrows as the user types. */
export interface ComboBox {
  readonly root: HTMLElement;
  readonly input: HTMLInputElement;
  fillValues(values: readonly string[]): void;
}

export function comboBox(label: string, placeholder: string, onChange: () => void): ComboBox {
  const input = element('input', '');
  input.type = 'text';
  input.spellcheck = false;
  input.autocomplete = 'off';
  input.placeholder = placeholder;
  input.addEventListener('input', onChange);
  const list = element('datalist', []);
  const root = labelField(label, input);
  list.id = `${input.id}-values`;
  input.setAttribute('list', list.id);
  root.append(list);
  return {
    root,
    input,
    fillValues(values) {
      fill(
        list,
        values.map((value) => {
          const option = element('option', '');
          option.value = value;
          return option;
        }),
      );
    },
  };
}

let fields = 0;

export function labelField<T extends HTMLElement>(text: string, control: T): HTMLDivElement {
  fields += 1;
  control.id = control.id || `field-${fields}`;
  const label = element('label', text);
  label.htmlFor = control.id;
  return element('div', [label, control], 'field');
}

export interface SelectOption {
  readonly value: string;
  readonly text: string;
}

/** Fills a list of choices; a choice that is still offered stays selected. */
export function fillChoices(select: HTMLSelectElement, choices: readonly SelectOption[]): void {
  const selected = select.value;
  fill(
    select,
    choices.map(({ value, text }) => {
      const option = element('option', text);
      option.value = value;
      return option;
    }),
  );
  if (choices.some(({ value }) => value === selected)) select.value = selected;
}

export function checkbox(text: string): { readonly root: HTMLLabelElement; readonly box: HTMLInputElement } {
  const box = element('input', '');
  box.type = 'checkbox';
  return { root: element('label', [box, element('span', text)], 'tick'), box };
}

/** Names and values. */
export function facts(rows: readonly (readonly [string, string])[]): HTMLDListElement {
  const list = element('dl', [], 'facts');
  for (const [name, value] of rows) list.append(element('dt', name), element('dd', value));
  return list;
}

/** A part of a view under its heading. */
export function section(title: string, content: readonly Node[]): HTMLElement {
  return element('section', [element('h2', title), ...content]);
}

export interface TabChoice<K extends string> {
  readonly key: K;
  readonly title: string;
  readonly panel: HTMLElement;
  opened(): void;
}

/** Tabs by the ARIA Authoring Practices: one tab stop; arrow keys move between tabs. */
export function tabs<K extends string>(
  label: string,
  choices: readonly TabChoice<K>[],
): { readonly root: HTMLElement; open(key: K): void } {
  const list = element('div', [], 'tabs');
  list.setAttribute('role', 'tablist');
  list.setAttribute('aria-label', label);
  const buttons = choices.map(({ key, title, panel }) => {
    const tab = element('button', title);
    tab.type = 'button';
    tab.id = `tab-${key}`;
    tab.setAttribute('role', 'tab');
    tab.setAttribute('aria-controls', `panel-${key}`);
    panel.id = `panel-${key}`;
    panel.setAttribute('role', 'tabpanel');
    panel.setAttribute('aria-labelledby', tab.id);
    return tab;
  });
  list.append(...buttons);

  function open(at: number): void {
    choices.forEach(({ panel }, index) => {
      const chosen = index === at;
      panel.hidden = !chosen;
      buttons[index]?.setAttribute('aria-selected', String(chosen));
      if (buttons[index]) buttons[index].tabIndex = chosen ? 0 : -1;
    });
    choices[at]?.opened();
  }

  buttons.forEach((tab, at) => {
    tab.addEventListener('click', () => open(at));
  });
  list.addEventListener('keydown', (event) => {
    const at = buttons.indexOf(event.target as HTMLButtonElement);
    const [before, after] = [at - 1, at + 1];
    const targets: Readonly<Record<string, number>> = {
      ArrowRight: after,
      ArrowDown: after,
      ArrowLeft: before,
      ArrowUp: before,
      Home: 0,
      End: -1,
    };
    const target = targets[event.key];
    if (at < 0 || target === undefined) return;
    const to = (target + buttons.length) % buttons.length;
    event.preventDefault();
    open(to);
    buttons[to]?.focus();
  });
  return {
    root: list,
    open(key) {
      open(
        Math.max(
          0,
          choices.findIndex((choice) => choice.key === key),
        ),
      );
    },
  };
}
