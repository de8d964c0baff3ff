import { element } from './elements.ts';

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
): { readonly place: HTMLElement; open(key: K): void } {
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
    const last = buttons.length - 1;
    const to =
      event.key === 'ArrowRight' || event.key === 'ArrowDown'
        ? at === last
          ? 0
          : at + 1
        : event.key === 'ArrowLeft' || event.key === 'ArrowUp'
          ? at === 0
            ? last
            : at - 1
          : event.key === 'Home'
            ? 0
            : event.key === 'End'
              ? last
              : -1;
    if (at < 0 || to < 0) return;
    event.preventDefault();
    open(to);
    buttons[to]?.focus();
  });
  return {
    place: list,
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
