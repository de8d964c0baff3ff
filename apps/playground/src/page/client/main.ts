import type { Menu } from '@answershare/apps-script';
import type { CellPosition } from '@odoo/o-spreadsheet';
import type { WorldState } from '../world-state.ts';
import { type Grid, mountGrid, type WorkbookStart } from './grid.ts';
import { renderExecutions, renderWorld } from './panels.ts';
import { onEvent, post } from './server.ts';

const find = (id: string): HTMLElement => {
  const found = document.getElementById(id);
  if (found === null) throw new Error(`The page has no element "${id}".`);
  return found;
};

const notify = (text: string): void => {
  find('notice').textContent = text;
};

/** The add-on's menu as buttons; each runs a function of the script. */
function renderMenu(menu: Menu, grid: Grid): HTMLElement {
  const list = document.createElement('menu');
  list.setAttribute('aria-label', menu.title);
  for (const item of menu.items) {
    const entry = document.createElement('li');
    if ('separator' in item) entry.setAttribute('role', 'separator');
    else if ('items' in item) entry.append(renderMenu(item, grid));
    else entry.append(createMenuButton(item.caption, item.functionName, grid));
    list.append(entry);
  }
  return list;
}

function createMenuButton(caption: string, name: string, grid: Grid): HTMLButtonElement {
  const button = document.createElement('button');
  button.type = 'button';
  button.textContent = caption;
  button.addEventListener('click', async () => {
    button.disabled = true;
    notify('');
    const { message } = (await post('/menu', { name, cell: grid.cell() })) as { readonly message?: string };
    button.disabled = false;
    if (message !== undefined) notify(message);
  });
  return button;
}

function connectSidebar(grid: Grid): void {
  const frame = find('sidebar') as HTMLIFrameElement;
  window.sidebarBridge(frame, (name, args) => post('/call', { name, args, cell: grid.cell() }), {
    close: () => {
      frame.hidden = true;
    },
  });
  let shownTitle: string | null = null;
  interface Shown {
    readonly sidebar: string | null;
    readonly cell: CellPosition | null;
    readonly messages: readonly string[];
  }
  onEvent<Shown>('shown', ({ sidebar, cell, messages }) => {
    if (messages.length > 0) notify(messages.join(' '));
    if (cell !== null) grid.show(cell);
    if (sidebar === null || (sidebar === shownTitle && !frame.hidden)) return;
    shownTitle = sidebar;
    find('tab-sidebar').click();
    frame.hidden = false;
    frame.title = sidebar;
    frame.src = `/sidebar?${Date.now()}`;
  });
}

/** A tab list by the pattern of the ARIA Authoring Practices: arrow keys move between tabs. */
function connectTabs(): void {
  const tabs = [...document.querySelectorAll<HTMLButtonElement>('[role=tab]')];
  const select = (chosen: HTMLButtonElement): void => {
    for (const tab of tabs) {
      const isChosen = tab === chosen;
      tab.setAttribute('aria-selected', String(isChosen));
      tab.tabIndex = isChosen ? 0 : -1;
      find(tab.getAttribute('aria-controls') ?? '').hidden = !isChosen;
    }
  };
  tabs.forEach((tab, index) => {
    tab.addEventListener('click', () => select(tab));
    tab.addEventListener('keydown', ({ key }) => {
      const step = key === 'ArrowRight' ? 1 : key === 'ArrowLeft' ? -1 : 0;
      const next = tabs[(index + step + tabs.length) % tabs.length];
      if (step === 0 || next === undefined) return;
      select(next);
      next.focus();
    });
  });
}

function showState(state: WorldState): void {
  find('clock').textContent = `${state.clock.replace('T', ' ').replace('Z', '')} UTC`;
  if (state.inbox !== null) {
    const link = find('inbox') as HTMLAnchorElement;
    link.hidden = false;
    link.href = state.inbox.url;
    link.textContent = `Inbox (${state.inbox.mails})`;
  }
  renderWorld(find('panel-world'), state, notify);
  renderExecutions(find('panel-executions'), state);
}

interface Start extends WorkbookStart {
  readonly menus: readonly Menu[];
  readonly state: WorldState | null;
}

onEvent<WorldState>('state', showState);
onEvent<Start>('workbook', async (start) => {
  // A second start follows a restart of the server, whose workbook is another one.
  if (document.body.dataset.ready !== undefined) return location.reload();
  document.body.dataset.ready = 'loading';
  const grid = await mountGrid(find('grid'), start, notify, (text) => {
    if (find('cell').textContent !== text) find('cell').textContent = text;
  });
  for (const menu of start.menus) find('menus').append(renderMenu(menu, grid));
  connectSidebar(grid);
  connectTabs();
  if (start.state !== null) showState(start.state);
  document.body.dataset.ready = 'true';
});
