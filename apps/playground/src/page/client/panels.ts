import type { WorldCommand } from '../../world/world.ts';
import type { ControlGroup } from '../controls.ts';
import type { WorldState } from '../world-state.ts';
import { post } from './server.ts';

/** An element of the page. Throws if there is none. */
export function find(id: string): HTMLElement {
  const found = document.getElementById(id);
  if (found === null) throw new Error(`The page has no element "${id}".`);
  return found;
}

export function createElement<K extends keyof HTMLElementTagNameMap>(
  name: K,
  text = '',
  attributes: Readonly<Record<string, string>> = {},
): HTMLElementTagNameMap[K] {
  const made = document.createElement(name);
  made.textContent = text;
  for (const [attribute, value] of Object.entries(attributes)) made.setAttribute(attribute, value);
  return made;
}

/** The controls, once. `onChange` gets each command that the service has carried out. */
export function renderControls(
  panel: HTMLElement,
  controls: readonly ControlGroup[],
  notify: (text: string) => void,
  onChange: (command: WorldCommand) => void,
): void {
  const links = createElement('p');
  links.append(createElement('a', 'Page of the service', { id: 'service', target: '_blank' }));
  panel.append(
    createElement('div', '', { id: 'meters' }),
    ...controls.map((group) => renderGroup(group, notify, onChange)),
    createElement('details', '', { id: 'keys' }),
    links,
  );
}

/** The buttons of the controls, whose state and label the service changes. */
const controlButtons: (ControlGroup['buttons'][number] & { readonly button: HTMLButtonElement })[] = [];

function renderButtons({ form, shape, connectedKey }: WorldState): void {
  for (const { button, label, command } of controlButtons) {
    if (label.includes('{key}')) {
      button.textContent = label.replace(
        '{key}',
        connectedKey === null ? 'the connected key' : `“${connectedKey}”`,
      );
    }
    if (command.change === 'form') button.setAttribute('aria-pressed', String(command.form === form));
    if (command.change === 'shape') button.setAttribute('aria-pressed', String(command.shape === shape));
  }
}

/** What changes of the service: keys with their meters. */
export function renderWorld(state: WorldState, notify: (text: string) => void): void {
  const { keys, form, requestCount, serviceUrl, connectedKey } = state;
  renderButtons(state);
  (find('service') as HTMLAnchorElement).href = serviceUrl;
  const meters = createElement('div', '', { id: 'meters' });
  meters.append(createElement('p', `Form ${form} · ${requestCount} requests`));
  // The connected key is the first one.
  const others = createElement('details', '', { id: 'other-keys' });
  others.open = document.querySelector<HTMLDetailsElement>('#other-keys')?.open ?? false;
  for (const { label, revoked, minute, day } of keys)
    (label === connectedKey ? meters : others).append(
      createElement('h2', revoked ? `Key “${label}” (revoked)` : `Key “${label}”`),
      renderMeter('minute', minute),
      renderMeter('day', day),
    );
  if (others.childElementCount > 0) {
    others.prepend(createElement('summary', 'Other keys that were used'));
    meters.append(others);
  }
  find('meters').replaceWith(meters);
  renderKeys(find('keys'), state, notify);
}

/** Keys to copy into the sidebar. A list that is open stays open. */
function renderKeys(place: HTMLElement, { offeredKeys }: WorldState, notify: (text: string) => void): void {
  const list = createElement('dl');
  for (const { label, about, key } of offeredKeys) {
    const value = createElement('dd');
    const copy = createElement('button', 'Copy', { type: 'button', 'aria-label': `Copy the key “${label}”` });
    copy.addEventListener('click', () =>
      navigator.clipboard.writeText(key).then(
        () => notify(`The key “${label}” is in the clipboard.`),
        () => notify('The browser allows no access to the clipboard: select the key and copy it.'),
      ),
    );
    value.append(createElement('code', key), ' ', copy);
    list.append(createElement('dt', `${label}: ${about}`), value);
  }
  if (place.lastElementChild?.textContent === list.textContent) return;
  place.replaceChildren(createElement('summary', 'Keys for the sidebar, made up by this service'), list);
}

function renderMeter(
  name: string,
  { used, limit }: { readonly used: number; readonly limit: number | null },
) {
  const label = createElement('label', `${used} of ${limit ?? 'any'} this ${name}`);
  if (limit !== null)
    label.append(
      createElement('meter', '', {
        min: '0',
        max: String(limit),
        value: String(used),
        high: String(limit * 0.9),
      }),
    );
  return label;
}

function renderGroup(
  { title, buttons }: ControlGroup,
  notify: (text: string) => void,
  onChange: (command: WorldCommand) => void,
): HTMLFieldSetElement {
  const group = createElement('fieldset');
  group.append(createElement('legend', title));
  for (const { label, command } of buttons) {
    const button = createElement('button', label, { type: 'button' });
    button.addEventListener('click', async () => {
      button.disabled = true;
      const { text } = (await post('/world', command)) as { readonly text: string };
      notify(text);
      onChange(command);
      button.disabled = false;
    });
    controlButtons.push({ button, label, command });
    group.append(button);
  }
  return group;
}

/** The latest executions and the latest requests. */
export function renderExecutions(panel: HTMLElement, { executions, requests }: WorldState): void {
  panel.replaceChildren(
    createElement('h2', 'Executions'),
    renderTable(
      ['Function', 'ms', 'Calls', 'Requests'],
      executions.map(({ name, args, state, failure, ms, serviceCalls, requests: sent }) => ({
        cells: [
          args.length === 0 ? name : `${name}(${args.join(', ')})`,
          ms === null ? state : String(ms),
          String(serviceCalls),
          String(sent),
        ],
        note: failure,
      })),
    ),
    createElement('h2', 'Requests'),
    renderTable(
      ['Endpoint', 'Key', 'Status'],
      requests.map(({ endpoint, key, status, code, query }) => ({
        cells: [endpoint, key, `${status ?? 'none'}${code === null ? '' : ` ${code}`}`],
        note: Object.entries(query)
          .map(([name, value]) => `${name}=${value}`)
          .join('&'),
      })),
    ),
  );
}

function renderTable(
  headings: readonly string[],
  rows: readonly { readonly cells: readonly string[]; readonly note: string | null }[],
): HTMLTableElement {
  const table = createElement('table');
  const head = createElement('tr');
  head.append(...headings.map((heading) => createElement('th', heading, { scope: 'col' })));
  table.append(head);
  for (const { cells, note } of rows) {
    const row = createElement('tr');
    row.append(...cells.map((cell) => createElement('td', cell)));
    table.append(row);
    if (note === null || note === '') continue;
    const below = createElement('tr', '', { class: 'note' });
    below.append(createElement('td', note, { colspan: String(headings.length) }));
    table.append(below);
  }
  return table;
}
