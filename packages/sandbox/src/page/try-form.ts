import { dateOf, lastDays } from '../data/days.ts';
import type { Axes } from '../rest/axes.ts';
import { ENDPOINTS } from '../tenants/scopes.ts';
import type { Callers } from './callers.ts';
import { escaped } from './escape.ts';
import type { SwitchRow } from './switches.ts';

interface Offered {
  readonly axes: Axes;
  readonly today: number;
  readonly callers: Callers;
  readonly switches: readonly SwitchRow[];
}

/** The form that lets the reader send one request; `try-it.js` brings it to life. */
export function tryForm({ axes, today, callers, switches }: Offered): string {
  const websites = callers.reaches.map(({ name, websites: sites }) =>
    group(
      name,
      sites.map((site) => option(site.id, `${site.name.trim() || '(blank name)'} (${site.id})`)),
    ),
  );
  const choices = switches
    .filter(({ choices: offered }) => offered.length > 0)
    .map(({ question, choices: offered }) =>
      group(
        question,
        offered.map((choice) => option(choice, choice)),
      ),
    );
  return `<form id="try" data-id-name="${escaped(axes.idNames[0] ?? '')}">
${labelled('endpoint', 'Endpoint', `<select id="endpoint" name="endpoint">${ENDPOINTS.map((name) => option(name, name)).join('')}</select>`)}
${labelled('key', 'Key', `<select id="key" name="key">${callers.keys.map(keyOption).join('')}${option('', 'no key')}</select>`)}
${labelled('website', 'Website', `<select id="website" name="website">${websites.join('')}${group('others', [option('ws_nobody', 'an unknown id'), option('', 'left out')])}</select>`)}
${WINDOWS[axes.windows](today)}
${labelled('quirk', 'Switch, for this request', `<select id="quirk" name="quirk">${option('', 'as set')}${choices.join('')}</select>`)}
${labelled('more', 'More of the query', '<input id="more" name="more" placeholder="name=value&amp;name=value" autocomplete="off" spellcheck="false">')}
<p><button>Send</button></p>
</form>
<p id="status" role="status">Nothing sent yet.</p>
<pre id="curl" role="region" aria-label="curl line of this request" tabindex="0"></pre>
<pre id="headers" role="region" aria-label="Headers of the answer" tabindex="0"></pre>
<pre id="body" role="region" aria-label="Body of the answer" tabindex="0"></pre>`;
}

const PERIODS = ['7d', '30d', '90d'];

function range(today: number): string {
  const { first, last } = lastDays(7, today);
  return [
    labelled('from', 'From', `<input id="from" name="from" type="date" value="${dateOf(first)}">`),
    labelled('to', 'To', `<input id="to" name="to" type="date" value="${dateOf(last)}">`),
  ].join('\n');
}

function period(periods: readonly string[]): string {
  const options = periods.map((text) => option(text, text === '' ? 'left out' : text));
  return labelled('period', 'Period', `<select id="period" name="period">${options.join('')}</select>`);
}

/** The fields for the analytics window (specification §4); where both ways are taken, the period is left out at first. */
const WINDOWS: Readonly<Record<Axes['windows'], (today: number) => string>> = {
  range,
  period: () => period([...PERIODS, '']),
  either: (today) => `${range(today)}\n${period(['', ...PERIODS])}`,
};

function labelled(id: string, label: string, control: string): string {
  return `<div><label for="${id}">${label}</label>${control}</div>`;
}

function group(label: string, options: readonly string[]): string {
  return `<optgroup label="${escaped(label)}">${options.join('')}</optgroup>`;
}

function option(value: string, text: string): string {
  return `<option value="${escaped(value)}">${escaped(text)}</option>`;
}

function keyOption({ key, reach }: Callers['keys'][number]): string {
  const { label, token, plan } = key;
  return `<option value="${escaped(token)}" data-reach="${escaped(reach)}">${escaped(`${label} (${plan}, ${reach})`)}</option>`;
}
