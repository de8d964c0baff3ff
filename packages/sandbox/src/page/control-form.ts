import { DAY_MS } from '../data/days.ts';
import { listQuirkRows, QUIRKS, type QuirkRow } from '../quirks/quirks.ts';
import type { SandboxWorld } from '../world/world.ts';
import { escapeHtml, renderOption, renderRegion } from './html.ts';

/** The moves of the clock as bodies of the admin call. */
const CLOCK_MOVES = [
  ['Advance a minute', { advance: 60_000 }],
  ['Advance a day', { advance: DAY_MS }],
  ['Advance a week', { advance: 7 * DAY_MS }],
  ['Freeze', { freeze: true }],
  ['Run', { run: true }],
] as const;

/** The token form and the clock; `controls.js` handles them and unlocks the fieldsets. */
export function renderClockControls(): string {
  const moves = CLOCK_MOVES.map(
    ([label, move]) =>
      `<button type="button" data-clock="${escapeHtml(JSON.stringify(move))}">${label}</button>`,
  );
  return `<noscript><p>Clock and switches need JavaScript here; the admin calls do the same.</p></noscript>
<form id="unlock" autocomplete="off">
<div><label for="token">Admin token, printed at start</label><input id="token" name="token" type="password" autocomplete="off" required></div>
<p><button>Unlock</button></p>
</form>
<p id="control-status" role="status">Clock and switches are locked.</p>
<fieldset data-control disabled><legend>Clock</legend><div class="moves">${moves.join('')}</div></fieldset>`;
}

const HEAD = ['Switch', 'In force', 'Decides', 'Default', 'Item'];

/** All switches with their values in force. */
export function renderSwitchTable({ form, quirks }: SandboxWorld): string {
  const rows = listQuirkRows(form, quirks).map(renderSwitchRow);
  return `<fieldset id="switches" data-control disabled><legend>Switches</legend>
<p id="switch-status" role="status"></p>
<p><button type="button" id="defaults">All to their defaults</button></p>
${renderRegion('What the specification does not show', HEAD, `<tbody>${rows.join('')}</tbody>`)}
</fieldset>`;
}

function renderSwitchRow(row: QuirkRow): string {
  const { item, name, question } = row;
  const cells = [
    `<code>${escapeHtml(name)}</code>`,
    renderControl(row),
    escapeHtml(question),
    `<code>${escapeHtml(String(row.default))}</code>`,
    item === null ? '' : String(item),
  ];
  return `<tr>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`;
}

function renderControl({ name, question, value }: QuirkRow): string {
  const quirk = QUIRKS[name];
  const attributes = `data-switch="${escapeHtml(name)}" aria-label="${escapeHtml(`${name}: ${question}`)}" autocomplete="off"`;
  if (quirk.kind === 'whole')
    return `<input type="number" ${attributes} min="${quirk.min}" max="${quirk.max}" value="${value}">`;
  const options = Object.entries(quirk.values).map(([choice, meaning]) =>
    renderOption(choice, choice === meaning ? choice : `${choice}: ${meaning}`, choice === value),
  );
  return `<select ${attributes}>${options.join('')}</select>`;
}
