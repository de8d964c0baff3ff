import type { Menu } from '@answershare/apps-script';
import type { CellPosition } from '@odoo/o-spreadsheet';
import type { ControlGroup } from '../controls.ts';
import type { WorldState } from '../world-state.ts';
import { markStep, showFirstSteps } from './first-steps.ts';
import { type Grid, mountGrid, type WorkbookStart } from './grid.ts';
import { renderMenu } from './menu.ts';
import { find, renderControls, renderExecutions, renderWorld } from './panels.ts';
import { onEvent, post } from './server.ts';

const notify = (text: string): void => {
  find('notice').textContent = text;
};

/** Runs a function of the script at the selected cell. */
async function runMenuItem(name: string, grid: Grid): Promise<void> {
  notify('');
  const { message } = (await post('/menu', { name, cell: grid.cell() })) as { readonly message?: string };
  if (message !== undefined) notify(message);
}

function connectSidebar(grid: Grid): void {
  const frame = find('sidebar') as HTMLIFrameElement;
  const callScript = async (name: string, args: unknown[]): Promise<unknown> => {
    const answer = await post('/call', { name, args, cell: grid.cell() });
    const { value } = answer as { readonly value?: { readonly ok?: boolean } };
    if (name === 'act' && args[0] === 'insertReport' && value?.ok === true) markStep('report');
    return answer;
  };
  window.sidebarBridge(frame, callScript, {
    close: () => {
      frame.hidden = true;
    },
  });
  interface Shown {
    /** Title of a sidebar that a menu item opened. */
    readonly sidebar: string | null;
    readonly cell: CellPosition | null;
    readonly messages: readonly string[];
  }
  onEvent<Shown>('shown', ({ sidebar, cell, messages }) => {
    if (messages.length > 0) notify(messages.join(' '));
    if (cell !== null) grid.show(cell);
    if (sidebar === null) return;
    find('tab-sidebar').click();
    frame.hidden = false;
    frame.title = sidebar;
    frame.src = `/sidebar?${Date.now()}`;
  });
}

const inboxAddress = '/inbox/';
let knownMails: number | null = null;
let weekHasPassed = false;

const frame = (): HTMLIFrameElement => find('inbox') as HTMLIFrameElement;

/** The button that shows the inbox in the place of the sheet. */
function connectInbox(): void {
  const button = find('show-inbox');
  button.addEventListener('click', () => {
    const open = frame().hidden;
    if (open) frame().src = inboxAddress;
    frame().hidden = !open;
    find('grid').hidden = open;
    button.setAttribute('aria-pressed', String(open));
    if (open && weekHasPassed) markStep('week');
  });
}

/** Null before the bot is connected. A list that is open shows new mails. */
function showMails(mails: number | null): void {
  if (mails === knownMails || mails === null) return;
  knownMails = mails;
  const button = find('show-inbox');
  button.hidden = false;
  button.textContent = `Inbox (${mails})`;
  if (!frame().hidden && frame().contentWindow?.location.pathname === inboxAddress)
    frame().src = inboxAddress;
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

/** F6 goes to the next region, because Tab moves within the sheet: menu, sheet, panels. */
function connectRegionKey(grid: Grid): void {
  document.addEventListener('keydown', (event) => {
    if (event.key !== 'F6') return;
    event.preventDefault();
    const now = document.activeElement;
    if (find('grid').contains(now))
      document.querySelector<HTMLElement>('[role=tab][aria-selected=true]')?.focus();
    else if (document.querySelector('aside')?.contains(now)) find('menus').querySelector('button')?.focus();
    else grid.focus();
  });
}

function showState(state: WorldState): void {
  find('clock').textContent = `${state.clock.replace('T', ' ').replace('Z', '')} UTC`;
  showMails(state.mails);
  renderWorld(state, notify);
  renderExecutions(find('panel-executions'), state);
}

async function downloadWorkbook(grid: Grid): Promise<void> {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(await grid.toXlsx());
  link.download = 'answershare.xlsx';
  link.click();
  URL.revokeObjectURL(link.href);
}

interface Start extends WorkbookStart {
  readonly menus: readonly Menu[];
  readonly controls: readonly ControlGroup[];
  readonly state: WorldState | null;
}

// The server sends the start first.
onEvent<WorldState>('state', showState);
onEvent<string>('progress', notify);
onEvent<Start>('workbook', async (start) => {
  // A second start follows a restart of the server, whose workbook is another one.
  if (document.body.dataset.ready !== undefined) return location.reload();
  document.body.dataset.ready = 'loading';
  renderControls(find('panel-world'), start.controls, notify, (command) => {
    if (command.change !== 'days' || command.days < 7) return;
    weekHasPassed = true;
    if (!frame().hidden) markStep('week');
  });
  const grid = await mountGrid(find('grid'), start, notify, (text) => {
    if (find('cell').textContent !== text) find('cell').textContent = text;
  });
  for (const menu of start.menus) find('menus').append(renderMenu(menu, (name) => runMenuItem(name, grid)));
  connectSidebar(grid);
  connectTabs();
  connectInbox();
  connectRegionKey(grid);
  showFirstSteps();
  find('download').addEventListener('click', () => downloadWorkbook(grid));
  if (start.state !== null) showState(start.state);
  document.body.dataset.ready = 'true';
});
