import type { Menu } from '@answershare/apps-script';
import { createElement } from './panels.ts';

/** The name of the add-on in Google's menu "Extensions". */
const addonName = 'Answershare';

/** A menu button by the pattern of the ARIA Authoring Practices. `run` gets the function of the chosen item. */
export function renderMenu(menu: Menu, run: (name: string) => Promise<void>): HTMLElement {
  const place = createElement('div');
  const button = createElement('button', menu.title, {
    type: 'button',
    'aria-haspopup': 'menu',
    'aria-expanded': 'false',
  });
  const list = createElement('div', '', { role: 'menu', 'aria-label': menu.title });
  const setOpen = (open: boolean): void => {
    list.hidden = !open;
    button.setAttribute('aria-expanded', String(open));
  };
  // Google shows the items of createAddonMenu one level below, under the name of the add-on.
  const shown = menu.addon ? { ...menu, items: [{ ...menu, title: addonName }] } : menu;
  const items = appendItems(list, shown, (name) => {
    setOpen(false);
    button.focus();
    void run(name);
  });
  const openAt = (index: number): void => {
    setOpen(true);
    items.at(index)?.focus();
  };
  button.addEventListener('click', () => (list.hidden ? openAt(0) : setOpen(false)));
  place.addEventListener('keydown', (event) => {
    const { key } = event;
    const now = items.indexOf(document.activeElement as HTMLButtonElement);
    if (key === 'ArrowDown') openAt((now + 1) % items.length);
    else if (key === 'ArrowUp') openAt(now <= 0 ? -1 : now - 1);
    else if (key === 'Home') openAt(0);
    else if (key === 'End') openAt(-1);
    else if (key === 'Escape') {
      setOpen(false);
      button.focus();
    } else return;
    event.preventDefault();
  });
  place.addEventListener('focusout', ({ relatedTarget }) => {
    if (!place.contains(relatedTarget as Node | null)) setOpen(false);
  });
  setOpen(false);
  place.append(button, list);
  return place;
}

/** A submenu is a group with its title. Returns the items of all groups. */
function appendItems(place: HTMLElement, menu: Menu, choose: (name: string) => void): HTMLButtonElement[] {
  return menu.items.flatMap((item) => {
    if ('separator' in item) {
      place.append(createElement('div', '', { role: 'separator' }));
      return [];
    }
    if ('items' in item) {
      const group = createElement('div', '', { role: 'group', 'aria-label': item.title });
      group.append(createElement('div', item.title, { 'aria-hidden': 'true' }));
      place.append(group);
      return appendItems(group, item, choose);
    }
    const button = createElement('button', item.caption, {
      type: 'button',
      role: 'menuitem',
      tabindex: '-1',
    });
    button.addEventListener('click', () => choose(item.functionName));
    place.append(button);
    return [button];
  });
}
