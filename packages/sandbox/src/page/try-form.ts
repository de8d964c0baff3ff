import { type DayNumber, lastDays, toDate } from '../data/days.ts';
import { type FormAxes, toAxes } from '../query/axes.ts';
import { listCallerWebsites, toPublicId } from '../query/websites.ts';
import { QUIRKS } from '../quirks/quirks.ts';
import { type ApiKey, ENDPOINTS } from '../tenants/keys.ts';
import type { SandboxWorld } from '../world/world.ts';
import { escapeHtml, renderOption } from './html.ts';

/** A data set that keys can read: the websites of a team, or the test data. */
interface CallerReach {
  readonly name: string;
  readonly websites: readonly { readonly id: string; readonly name: string }[];
}

interface Callers {
  readonly reaches: readonly CallerReach[];
  readonly keys: readonly { readonly key: ApiKey; readonly reach: string }[];
}

/** All keys with the data set that each reads. */
function listCallers(world: SandboxWorld): Callers {
  const keys = [...world.keys.values()].map((key) => ({ key, reach: findReach(world, key) }));
  const reaches = new Map(
    keys.map(({ key, reach }) => [
      reach,
      {
        name: reach,
        websites: listCallerWebsites(world, key).map((site) => ({
          id: toPublicId(world, site),
          name: site.name,
        })),
      },
    ]),
  );
  return { keys, reaches: [...reaches.values()] };
}

function findReach(world: SandboxWorld, key: ApiKey): string {
  return listCallerWebsites(world, key) === world.teams[key.team].websites ? `team ${key.team}` : 'test data';
}

/** The form for one request; `try-it.js` handles it. */
export function renderTryForm(world: SandboxWorld, today: DayNumber): string {
  const axes = toAxes(world);
  const { keys } = listCallers(world);
  const choices = Object.entries(QUIRKS).flatMap(([name, quirk]) =>
    quirk.kind === 'whole'
      ? []
      : renderGroup(
          quirk.about,
          Object.keys(quirk.values).map((value) => renderOption(`${name}=${value}`, `${name}=${value}`)),
        ),
  );
  return `<form id="try" data-id-name="${escapeHtml(axes.idNames[0] ?? '')}">
${renderLabelled('endpoint', 'Endpoint', `<select id="endpoint" name="endpoint">${ENDPOINTS.map((name) => renderOption(name, name)).join('')}</select>`)}
${renderLabelled('key', 'Key', `<select id="key" name="key">${keys.map(renderKeyOption).join('')}${renderOption('', 'no key')}</select>`)}
${renderLabelled('website', 'Website', `<select id="website" name="website">${renderWebsiteOptions(world)}</select>`)}
<div id="window">${renderWindowControls(axes, today)}</div>
${renderLabelled('quirk', 'Switch, for this request', `<select id="quirk" name="quirk">${renderOption('', 'as set')}${choices.join('')}</select>`)}
${renderLabelled('more', 'More of the query', '<input id="more" name="more" placeholder="name=value&amp;name=value" autocomplete="off" spellcheck="false">')}
<p><button>Send</button></p>
</form>
<p id="status" role="status">Nothing sent yet.</p>
<pre id="curl" role="region" aria-label="curl line of this request" tabindex="0"></pre>
<pre id="headers" role="region" aria-label="Headers of the answer" tabindex="0"></pre>
<pre id="body" role="region" aria-label="Body of the answer" tabindex="0"></pre>`;
}

/** The websites that each key can read. */
export function renderWebsiteOptions(world: SandboxWorld): string {
  const reaches = listCallers(world).reaches.map(({ name, websites }) =>
    renderGroup(
      name,
      websites.map((site) => renderOption(site.id, `${site.name.trim() || '(blank name)'} (${site.id})`)),
    ),
  );
  const others = [renderOption('ws_nobody', 'an unknown id'), renderOption('', 'left out')];
  return `${reaches.join('')}${renderGroup('others', others)}`;
}

export function renderWindowControls({ windows }: FormAxes, today: DayNumber): string {
  return WINDOW_CONTROLS[windows](today);
}

const PERIODS = ['7d', '30d', '90d'];

function renderRange(today: number): string {
  const { first, last } = lastDays(7, today);
  return [
    renderLabelled('from', 'From', `<input id="from" name="from" type="date" value="${toDate(first)}">`),
    renderLabelled('to', 'To', `<input id="to" name="to" type="date" value="${toDate(last)}">`),
  ].join('\n');
}

function renderPeriod(periods: readonly string[]): string {
  const options = periods.map((text) => renderOption(text, text === '' ? 'left out' : text));
  return renderLabelled('period', 'Period', `<select id="period" name="period">${options.join('')}</select>`);
}

/**
 * The controls for the analytics window (specification §4). If both kinds are accepted, the period is initially
 * omitted.
 */
const WINDOW_CONTROLS: Readonly<Record<FormAxes['windows'], (today: number) => string>> = {
  range: renderRange,
  period: () => renderPeriod([...PERIODS, '']),
  either: (today) => `${renderRange(today)}\n${renderPeriod(['', ...PERIODS])}`,
};

function renderLabelled(id: string, label: string, control: string): string {
  return `<div><label for="${id}">${label}</label>${control}</div>`;
}

function renderGroup(label: string, options: readonly string[]): string {
  return `<optgroup label="${escapeHtml(label)}">${options.join('')}</optgroup>`;
}

function renderKeyOption({ key, reach }: Callers['keys'][number]): string {
  const { label, token, plan } = key;
  return `<option value="${escapeHtml(token)}" data-reach="${escapeHtml(reach)}">${escapeHtml(`${label} (${plan}, ${reach})`)}</option>`;
}
