import { Hono } from 'hono';
import { html } from 'hono/html';
import { formatTime, PAGE_CSP, type PageHtml, renderPage } from '../web/page.ts';
import { type InboxMessage, inlineImages, type Mailbox, removeImages } from './mailbox.ts';
import { renderMessage } from './message-page.ts';

/** A mail runs no script and loads nothing; its images are inline. */
const MAIL_CSP =
  "default-src 'none'; img-src data:; style-src 'unsafe-inline'; frame-ancestors 'self'; sandbox";

/** The inbox as pages without scripts. Their links are relative, so that another server can serve them in a folder. */
export function createInboxPages(mailbox: Mailbox): Hono {
  const app = new Hono();
  app.use(async (context, next) => {
    await next();
    context.header('Content-Security-Policy', PAGE_CSP, { append: false });
    context.header('X-Content-Type-Options', 'nosniff');
    context.header('Cache-Control', 'no-store');
    if (context.req.path.endsWith('/body')) context.header('Content-Security-Policy', MAIL_CSP);
  });
  app.get('/', (context) => context.html(renderList(mailbox.all(), mailbox.faults())));
  app.get('/messages/:number', (context) => {
    const message = findMessage(mailbox, context.req.param('number'));
    if (message === undefined) return context.html(renderMissing(), 404);
    return context.html(renderMessage(message, context.req.query()));
  });
  app.get('/messages/:number/body', (context) => {
    const message = findMessage(mailbox, context.req.param('number'));
    if (message === undefined) return context.html(renderMissing(), 404);
    const html = context.req.query('images') === 'off' ? removeImages(message) : inlineImages(message);
    return context.html(
      forceColorScheme(html ?? 'This message has no HTML part.', context.req.query('scheme') === 'dark'),
    );
  });
  app.get('/messages/:number/raw.eml', (context) => {
    const message = findMessage(mailbox, context.req.param('number'));
    if (message === undefined) return context.html(renderMissing(), 404);
    return context.body(new Uint8Array(message.raw), 200, {
      'Content-Type': 'message/rfc822',
      'Content-Disposition': `attachment; filename="message-${message.number}.eml"`,
    });
  });
  app.notFound((context) => context.html(renderMissing(), 404));
  return app;
}

function findMessage(mailbox: Mailbox, number: string): InboxMessage | undefined {
  return mailbox.all().find((message) => String(message.number) === number);
}

function renderMissing(): PageHtml {
  return renderPage('No such message', html`<h1>No such message</h1><p>Go back to the list of messages.</p>`);
}

function renderList(messages: readonly InboxMessage[], faults: readonly string[]): PageHtml {
  const rows = messages.toReversed().map(
    (message) => html`<tr>
<td><a href="messages/${message.number}">${message.subject}</a></td>
<td data-label="To">${message.recipients.join(', ')}</td>
<td data-label="From">${message.from}</td>
<td data-label="Date">${formatTime(message.sentAt)}</td>
</tr>`,
  );
  const table = html`<div class="wide stacked" role="region" aria-label="Messages" tabindex="0"><table>
<thead><tr><th scope="col">Subject</th><th scope="col">To</th><th scope="col">From</th><th scope="col">Date</th></tr></thead>
<tbody>${rows}</tbody>
</table></div>`;
  const none = html`<p class="muted">No message has arrived yet. Reload the page to look again.</p>`;
  return renderPage(
    `Inbox (${messages.length})`,
    html`<h1>Inbox</h1>${messages.length === 0 ? none : table}
${faults.map((fault) => html`<p class="muted">A connection broke off: ${fault}</p>`)}`,
  );
}

/** Applies a colour scheme to the mail, whatever the browser's own scheme. */
function forceColorScheme(mail: string, dark: boolean): string {
  return mail.replace(/\(\s*prefers-color-scheme\s*:\s*(dark|light)\s*\)/gi, (_, scheme: string) =>
    (scheme.toLowerCase() === 'dark') === dark ? '(min-width: 0)' : '(max-width: 0)',
  );
}
