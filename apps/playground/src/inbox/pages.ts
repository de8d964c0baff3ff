import { Hono } from 'hono';
import { html } from 'hono/html';
import { PAGE_CSP, type PageHtml, renderPage } from '../web/page.ts';
import { type InboxMessage, inlineImages, type Mailbox } from './mailbox.ts';

/** A mail runs no script and loads nothing; its images are inline. */
const MAIL_CSP =
  "default-src 'none'; img-src data:; style-src 'unsafe-inline'; frame-ancestors 'self'; sandbox";

const tabNames = ['html', 'text', 'headers', 'raw'] as const;
type MessageTab = (typeof tabNames)[number];

/** The inbox as pages without scripts. */
export function createInboxPages(mailbox: Mailbox): Hono {
  const app = new Hono();
  app.use(async (context, next) => {
    await next();
    context.header('Content-Security-Policy', PAGE_CSP, { append: false });
    context.header('X-Content-Type-Options', 'nosniff');
    context.header('Cache-Control', 'no-store');
    if (context.req.path.endsWith('/body')) context.header('Content-Security-Policy', MAIL_CSP);
  });
  app.get('/', (context) => context.html(listPage(mailbox.all(), mailbox.faults())));
  app.get('/messages/:number', (context) => {
    const message = findMessage(mailbox, context.req.param('number'));
    if (message === undefined) return context.html(missingPage(), 404);
    const tab = tabNames.find((name) => name === context.req.query('tab')) ?? 'html';
    const dark = context.req.query('scheme') === 'dark';
    const narrow = context.req.query('width') === '375';
    return context.html(messagePage(message, tab, dark, narrow));
  });
  app.get('/messages/:number/body', (context) => {
    const message = findMessage(mailbox, context.req.param('number'));
    if (message === undefined) return context.html(missingPage(), 404);
    const html = inlineImages(message) ?? 'This message has no HTML part.';
    return context.html(forceColorScheme(html, context.req.query('scheme') === 'dark'));
  });
  app.get('/messages/:number/raw.eml', (context) => {
    const message = findMessage(mailbox, context.req.param('number'));
    if (message === undefined) return context.html(missingPage(), 404);
    return context.body(new Uint8Array(message.raw), 200, {
      'Content-Type': 'message/rfc822',
      'Content-Disposition': `attachment; filename="message-${message.number}.eml"`,
    });
  });
  app.notFound((context) => context.html(missingPage(), 404));
  return app;
}

function findMessage(mailbox: Mailbox, number: string): InboxMessage | undefined {
  return mailbox.all().find((message) => String(message.number) === number);
}

function missingPage(): PageHtml {
  return renderPage('No such message', html`<h1>No such message</h1><p><a href="/">All messages</a></p>`);
}

function listPage(messages: readonly InboxMessage[], faults: readonly string[]): PageHtml {
  const rows = messages.toReversed().map(
    (message) => html`<tr>
<td><a href="/messages/${message.number}">${message.subject}</a></td>
<td data-label="To">${message.recipients.join(', ')}</td>
<td data-label="From">${message.sender}</td>
<td data-label="Received">${formatTime(message.receivedAt)}</td>
</tr>`,
  );
  const table = html`<div class="wide stacked" role="region" aria-label="Messages" tabindex="0"><table>
<thead><tr><th scope="col">Subject</th><th scope="col">To</th><th scope="col">From</th><th scope="col">Received</th></tr></thead>
<tbody>${rows}</tbody>
</table></div>`;
  const none = html`<p class="muted">No message has arrived yet. Reload the page to look again.</p>`;
  return renderPage(
    `Inbox (${messages.length})`,
    html`<h1>Inbox</h1>${messages.length === 0 ? none : table}
${faults.map((fault) => html`<p class="muted">A connection broke off: ${fault}</p>`)}`,
  );
}

function messagePage(message: InboxMessage, tab: MessageTab, dark: boolean, narrow: boolean): PageHtml {
  return renderPage(
    message.subject,
    html`<p><a href="/">All messages</a></p>
<h1>${message.subject}</h1>
<dl>
<dt>To</dt><dd>${message.recipients.join(', ')}</dd>
<dt>From</dt><dd>${message.sender}</dd>
<dt>Received</dt><dd>${formatTime(message.receivedAt)}</dd>
</dl>
<nav aria-label="Parts of the message">${tabNames.map((name) => pageLink(`?tab=${name}`, tabTitles[name], name === tab))}
<a href="/messages/${message.number}/raw.eml">Download .eml</a></nav>
${messageBody(message, tab, dark, narrow)}`,
  );
}

const tabTitles: Record<MessageTab, string> = { html: 'HTML', text: 'Text', headers: 'Headers', raw: 'Raw' };

function messageBody(message: InboxMessage, tab: MessageTab, dark: boolean, narrow: boolean): PageHtml {
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
${pageLink(view(width, 'light'), 'Light', !dark)}${pageLink(view(width, 'dark'), 'Dark', dark)}
<span class="widths">${pageLink(view(640, scheme), '640 px', !narrow)}${pageLink(view(375, scheme), '375 px', narrow)}</span>
</nav>
<p class="muted">The message scrolls inside its frame. <a href="${body}">Show it alone</a></p>
<iframe class="mail" sandbox="" title="The message as HTML" src="${body}" width="${width}" style="color-scheme:${scheme}"></iframe>`;
}

/** Applies a colour scheme to the mail, whatever the browser's own scheme. */
function forceColorScheme(mail: string, dark: boolean): string {
  return mail.replace(/\(\s*prefers-color-scheme\s*:\s*(dark|light)\s*\)/gi, (_, scheme: string) =>
    (scheme.toLowerCase() === 'dark') === dark ? '(min-width: 0)' : '(max-width: 0)',
  );
}

function pageLink(to: string, text: string, current: boolean): PageHtml {
  return current ? html`<a href="${to}" aria-current="page">${text}</a>` : html`<a href="${to}">${text}</a>`;
}

function formatTime(instant: number): PageHtml {
  const iso = new Date(instant).toISOString();
  return html`<time datetime="${iso}">${iso.slice(0, 19).replace('T', ' ')} UTC</time>`;
}
