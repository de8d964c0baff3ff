import { Hono } from 'hono';
import { html } from 'hono/html';
import {
  type BotStatus,
  findStaleness,
  formatAge,
  type ScheduleStatus,
  type StatusSource,
} from '../watch/bot-status.ts';
import { maxTickAgeMs } from './monitoring.ts';
import { renderDocument } from './page.ts';

/** `/`: what "answershare status" prints, as a page that loads nothing and changes nothing. */
export function createStatusRoutes({ status, now }: StatusSource): Hono {
  const app = new Hono();
  app.get('/', (context) => context.html(renderPage(status(), now())));
  return app;
}

const renderPage = (status: BotStatus | null, now: number) =>
  renderDocument({
    language: 'en',
    direction: 'ltr',
    title: 'Answershare status',
    body: status === null ? html`<p>The first tick has not come yet.</p>` : renderStatus(status, now),
  });

function renderStatus(status: BotStatus, now: number) {
  const { at, pid, host, schedules, snapshot, problems } = status;
  const stale = findStaleness(status, now, maxTickAgeMs);
  return html`<p class="${stale === null ? 'soft' : 'bad'}">${
    stale === null
      ? `Process ${pid} on ${host}, last tick ${formatAge(now - at)} ago.`
      : `Nothing is certain: ${stale}.`
  }</p>
${
  problems.length === 0
    ? html`<p class="good">Nothing needs a person.</p>`
    : html`<h2>To resolve</h2>
<ul>${problems.map(
        ({ cause, text, command }) =>
          html`<li><strong class="bad">${cause}</strong> ${text}${
            command === null ? '' : html`<br><code>${command}</code>`
          }</li>`,
      )}</ul>`
}
<h2>Schedules</h2>
<div class="scroll" role="region" aria-label="Schedules" tabindex="0">
<table>
<thead><tr><th scope="col">Schedule</th><th scope="col">Week</th><th scope="col">Due</th><th scope="col">Mails</th><th scope="col">Next</th><th scope="col">State</th></tr></thead>
<tbody>${schedules.map(renderSchedule)}</tbody>
</table>
</div>
<h2>Answers of the service</h2>
<p>${snapshot.last === null ? 'None yet.' : `The last one came at ${formatTime(snapshot.last, 'UTC')} UTC.`}${
    snapshot.failure === null ? '' : html` <span class="bad">${snapshot.failure}</span>`
  }</p>`;
}

function renderSchedule(row: ScheduleStatus) {
  const { schedule, timezone, week, due, state, mails, reason, next } = row;
  const open = mails.open + mails.refused + mails.uncertain;
  return html`<tr>
<th scope="row">${schedule}</th>
<td>${week ?? '–'}</td>
<td>${due === null ? '–' : formatTime(due, timezone)}</td>
<td class="${open > 0 ? 'bad' : ''}">${mails.sent} of ${mails.all}</td>
<td>${next === null ? 'never' : formatTime(next, timezone)}</td>
<td>${state ?? 'nothing was due yet'}${reason === null ? '' : `: ${reason}`}</td>
</tr>`;
}

/** `Mon 23 Nov, 09:00`. */
const formatTime = (instant: number, timeZone: string): string =>
  new Intl.DateTimeFormat('en-GB', {
    timeZone,
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).format(instant);
