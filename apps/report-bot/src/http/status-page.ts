import { Hono } from 'hono';
import { html, raw } from 'hono/html';
import {
  type BotStatus,
  findStaleness,
  formatAge,
  type ScheduleStatus,
  type StatusSource,
} from '../watch/bot-status.ts';
import { maxTickAgeMs } from './monitoring.ts';

const style = `
:root { color-scheme: light dark; --line: light-dark(#d0d4da, #3a4150); --soft: light-dark(#57606a, #a8b1bd);
  --bad: light-dark(#b3261e, #ff9d94); --good: light-dark(#1a6b37, #7fd99b); }
body { font: 16px/1.5 system-ui, sans-serif; margin: 0 auto; max-width: 62rem; padding: 1rem;
  background: light-dark(#fff, #14171c); color: light-dark(#1c2127, #e6e9ee); }
h1 { font-size: 1.4rem; } h2 { font-size: 1.1rem; margin: 2rem 0 .5rem; }
p, li { overflow-wrap: anywhere; } ul { padding-left: 1.2rem; }
.bad { color: var(--bad); } .good { color: var(--good); } .soft { color: var(--soft); }
.scroll { overflow-x: auto; } table { border-collapse: collapse; width: 100%; }
th, td { text-align: left; vertical-align: top; padding: .4rem .8rem .4rem 0; border-bottom: 1px solid var(--line); }
td:not(:last-child) { white-space: nowrap; } td:last-child { min-width: 14rem; } code { overflow-wrap: anywhere; }`;

/** `/`: what "answershare status" prints, as a page that loads nothing and changes nothing. */
export function createStatusRoutes({ status, now }: StatusSource): Hono {
  const app = new Hono();
  app.get('/', (context) => context.html(renderPage(status(), now())));
  return app;
}

function renderPage(status: BotStatus | null, now: number) {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Answershare status</title>
<style>${raw(style)}</style>
</head>
<body>
<main>
<h1>Answershare status</h1>
${status === null ? html`<p>The first tick has not come yet.</p>` : renderStatus(status, now)}
</main>
</body>
</html>`;
}

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
