import { Hono } from 'hono';
import { html } from 'hono/html';
import { type Html, PAGE_POLICY, page } from '../web/page.ts';
import type { Mailbox } from './mailbox.ts';
import { type Message, standaloneHtml } from './message.ts';

/** A mail runs nothing and fetches nothing: its pictures are inside it. */
const MAIL_POLICY =
  "default-src 'none'; img-src data:; style-src 'unsafe-inline'; frame-ancestors 'self'; sandbox";

const tabs = ['html', 'text', 'headers', 'raw'] as const;
type Tab = (typeof tabs)[number];

/** The inbox as pages without a script. */
export function inboxPages(mailbox: Mailbox): Hono {
  const app = new Hono();
  app.use(async (context, next) => {
    await next();
    context.header('Content-Security-Policy', PAGE_POLICY, { append: false });
    context.header('X-Content-Type-Options', 'nosniff');
    context.header('Cache-Control', 'no-store');
    if (context.req.path.endsWith('/body')) context.header('Content-Security-Policy', MAIL_POLICY);
  });
  app.get('/', (context) => context.html(listPage(mailbox.all(), mailbox.faults())));
  app.get('/messages/:number', (context) => {
    const message = find(mailbox, context.req.param('number'));
    if (message === undefined) return context.html(missingPage(), 404);
    const tab = tabs.find((name) => name === context.req.query('tab')) ?? 'html';
    const dark = context.req.query('scheme') === 'dark';
    const narrow = context.req.query('width') === '375';
    return context.html(messagePage(message, tab, dark, narrow));
  });
  app.get('/messages/:number/body', (context) => {
    const message = find(mailbox, context.req.param('number'));
    if (message === undefined) return context.html(missingPage(), 404);
    const html = standaloneHtml(message) ?? 'This message has no HTML part.';
    return context.html(inScheme(html, context.req.query('scheme') === 'dark'));
  });
  app.get('/messages/:number/raw.eml', (context) => {
    const message = find(mailbox, context.req.param('number'));
    if (message === undefined) return context.html(missingPage(), 404);
    return context.body(new Uint8Array(message.raw), 200, {
      'Content-Type': 'message/rfc822',
      'Content-Disposition': `attachment; filename="message-${message.number}.eml"`,
    });
  });
  app.notFound((context) => context.html(missingPage(), 404));
  return app;
}

function find(mailbox: Mailbox, number: string): Message | undefined {
  return mailbox.all().find((message) => String(message.number) === number);
}

function missingPage(): Html {
  return page('No such message', html`<h1>No such message</h1><p><a href="/">All messages</a></p>`);
}

function listPage(messages: readonly Message[], faults: readonly string[]): Html {
  const rows = messages.toReversed().map(
    (message) => html`<tr>
<td><a href="/messages/${message.number}">${message.subject}</a></td>
<td data-label="To">${message.recipients.join(', ')}</td>
<td data-label="From">${message.sender}</td>
<td data-label="Received">${time(message.receivedAt)}</td>
</tr>`,
  );
  const table = html`<div class="wide stacked" role="region" aria-label="Messages" tabindex="0"><table>
<thead><tr><th scope="col">Subject</th><th scope="col">To</th><th scope="col">From</th><th scope="col">Received</th></tr></thead>
<tbody>${rows}</tbody>
</table></div>`;
  const none = html`<p class="muted">No message has arrived yet. Reload the page to look again.</p>`;
  return page(
    `Inbox (${messages.length})`,
    html`<h1>Inbox</h1>${messages.length === 0 ? none : table}
${faults.map((fault) => html`<p class="muted">A connection broke off: ${fault}</p>`)}`,
  );
}

function messagePage(message: Message, tab: Tab, dark: boolean, narrow: boolean): Html {
  return page(
    message.subject,
    html`<p><a href="/">All messages</a></p>
<h1>${message.subject}</h1>
<dl>
<dt>To</dt><dd>${message.recipients.join(', ')}</dd>
<dt>From</dt><dd>${message.sender}</dd>
<dt>Received</dt><dd>${time(message.receivedAt)}</dd>
</dl>
<nav aria-label="Parts of the message">${tabs.map((name) => link(`?tab=${name}`, titles[name], name === tab))}
<a href="/messages/${message.number}/raw.eml">Download .eml</a></nav>
${part(message, tab, dark, narrow)}`,
  );
}

const titles: Record<Tab, string> = { html: 'HTML', text: 'Text', headers: 'Headers', raw: 'Raw' };

function part(message: Message, tab: Tab, dark: boolean, narrow: boolean): Html {
  if (tab === 'text') return html`<pre>${message.text ?? 'This message has no text part.'}</pre>`;
  if (tab === 'raw') return html`<pre>${message.raw.toString('utf8')}</pre>`;
  if (tab === 'headers')
    return html`<table class="long"><tbody>${message.headers.map(
      ({ name, value }) => html`<tr><th scope="row">${name}</th><td>${value}</td></tr>`,
    )}</tbody></table>`;
  if (message.html === null) return html`<p>This message has no HTML part.</p>`;
  const width = narrow ? 375 : 640;
  const view = (wanted: number, scheme: string): string => `?tab=html&width=${wanted}&scheme=${scheme}`;
  const scheme = dark ? 'dark' : 'light';
  const body = `/messages/${message.number}/body?scheme=${scheme}`;
  return html`<nav aria-label="Preview">
${link(view(width, 'light'), 'Light', !dark)}${link(view(width, 'dark'), 'Dark', dark)}
<span class="widths">${link(view(640, scheme), '640 px', !narrow)}${link(view(375, scheme), '375 px', narrow)}</span>
</nav>
<p class="muted">The message scrolls inside its frame. <a href="${body}">Show it alone</a></p>
<iframe class="mail" sandbox="" title="The message as HTML" src="${body}" width="${width}" style="color-scheme:${scheme}"></iframe>`;
}

/** The mail as a client in this colour scheme shows it, whatever scheme the reader of this page has. */
function inScheme(mail: string, dark: boolean): string {
  return mail.replace(/\(\s*prefers-color-scheme\s*:\s*(dark|light)\s*\)/gi, (_, scheme: string) =>
    (scheme.toLowerCase() === 'dark') === dark ? '(min-width: 0)' : '(max-width: 0)',
  );
}

function link(to: string, text: string, current: boolean): Html {
  return current ? html`<a href="${to}" aria-current="page">${text}</a>` : html`<a href="${to}">${text}</a>`;
}

function time(instant: number): Html {
  const iso = new Date(instant).toISOString();
  return html`<time datetime="${iso}">${iso.slice(0, 19).replace('T', ' ')} UTC</time>`;
}
