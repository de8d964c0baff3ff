import { html } from 'hono/html';
import { formatTime, type PageHtml, renderPage } from '../web/page.ts';
import type { InboxMessage } from './mailbox.ts';

const tabs = [
  ['html', 'HTML'],
  ['text', 'Text'],
  ['headers', 'Headers'],
  ['raw', 'Raw'],
] as const;

/** Public reports of Gmail (jsx-email, yagmail): above about 102 KB it cuts the message off. Google gives no figure. */
const CLIPPED_BYTES = 102 * 1024;

type Choice = readonly (readonly [value: string, title: string])[];

/** Choices of the preview; each is one parameter of the address. */
const choices = {
  scheme: [
    ['light', 'Light'],
    ['dark', 'Dark'],
  ],
  images: [
    ['on', 'Images on'],
    ['off', 'Images off'],
  ],
  width: [
    ['640', '640 px'],
    ['375', '375 px'],
  ],
} as const satisfies Record<string, Choice>;

/** What each header of a digest is for. */
const headerPurposes: Readonly<Record<string, string>> = {
  'auto-submitted': 'A program sent this, so out-of-office replies stay away (RFC 3834).',
  'content-type': 'Text and HTML of the same content; the reader chooses (RFC 2046).',
  date: 'When it was sent (RFC 5322).',
  from: 'Author; the address that DMARC checks (RFC 5322, RFC 7489).',
  'list-id': 'Name of the list, for filters (RFC 2919).',
  'list-unsubscribe': 'Where a mail program unsubscribes the reader (RFC 2369).',
  'list-unsubscribe-post': 'Unsubscribing takes one click (RFC 8058).',
  'message-id': 'Names this message; a repeated send has the same one (RFC 5322).',
  'mime-version': 'The body has parts (RFC 2045).',
  'reply-to': 'Where replies go (RFC 5322).',
  subject: 'What the list of messages shows (RFC 5322).',
  to: 'Recipient; each gets a message of their own (RFC 5322).',
  'x-auto-response-suppress': 'Exchange sends no automatic reply, such as out of office (MS-OXCMAIL).',
};

/** One message with the part and the preview that the query chooses. */
export function renderMessage(message: InboxMessage, query: Readonly<Record<string, string>>): PageHtml {
  const tab = pick(tabs, query.tab);
  return renderPage(
    message.subject,
    html`<p><a href="../">All messages</a></p>
<h1>${message.subject}</h1>
<dl>
<dt>To</dt><dd>${message.recipients.join(', ')}</dd>
<dt>From</dt><dd>${message.from}</dd>
<dt>Date</dt><dd>${formatTime(message.sentAt)}</dd>
${renderSize(message)}
</dl>
<nav aria-label="Parts of the message">${tabs.map(([name, title]) => renderLink(`?tab=${name}`, title, name === tab))}
<a href="${message.number}/raw.eml">Download .eml</a></nav>
${renderPart(message, tab, query)}`,
  );
}

/** The wanted value, or the first one if it is unknown. */
function pick(choice: Choice, wanted: string | undefined): string {
  return choice.find(([value]) => value === wanted)?.[0] ?? choice[0]?.[0] ?? '';
}

function renderSize({ html: body }: InboxMessage): PageHtml {
  const bytes = Buffer.byteLength(body ?? '');
  const text = `${(bytes / 1024).toFixed(1)} KB of HTML; Gmail cuts off at about ${CLIPPED_BYTES / 1024} KB`;
  return html`<dt>Size</dt><dd><label><meter max="${CLIPPED_BYTES}" high="${80 * 1024}" value="${bytes}"></meter> ${text}</label></dd>`;
}

function renderPart(message: InboxMessage, tab: string, query: Readonly<Record<string, string>>): PageHtml {
  if (tab === 'text') return html`<pre>${message.text ?? 'This message has no text part.'}</pre>`;
  if (tab === 'raw') return html`<pre>${message.raw.toString('utf8')}</pre>`;
  if (tab === 'headers') return renderHeaders(message);
  if (message.html === null) return html`<p>This message has no HTML part.</p>`;
  const view = {
    scheme: pick(choices.scheme, query.scheme),
    images: pick(choices.images, query.images),
    width: pick(choices.width, query.width),
  };
  const toQuery = (changed: object): string =>
    new URLSearchParams(Object.entries({ ...view, ...changed })).toString();
  const links = Object.entries(choices).map(
    ([name, values]) =>
      html`<span class="${name}">${values.map(([value, title]) =>
        renderLink(`?${toQuery({ [name]: value })}`, title, view[name as keyof typeof view] === value),
      )}</span>`,
  );
  const body = `${message.number}/body?scheme=${view.scheme}&images=${view.images}`;
  return html`<nav aria-label="Preview">${links}</nav>
<p class="muted">The message scrolls inside its frame. <a href="${body}">Show it alone</a></p>
<iframe class="mail" sandbox="" title="The message as HTML" src="${body}" width="${view.width}" style="color-scheme:${view.scheme}"></iframe>`;
}

function renderHeaders({ headers }: InboxMessage): PageHtml {
  return html`<table class="long"><tbody>${headers.map(
    ({ name, value }) => html`<tr><th scope="row">${name}</th>
<td>${value}${explainHeader(name)}</td></tr>`,
  )}</tbody></table>`;
}

function explainHeader(name: string): PageHtml {
  const purpose = headerPurposes[name.toLowerCase()];
  return purpose === undefined ? html`` : html`<br><span class="muted">${purpose}</span>`;
}

function renderLink(to: string, text: string, current: boolean): PageHtml {
  return current ? html`<a href="${to}" aria-current="page">${text}</a>` : html`<a href="${to}">${text}</a>`;
}
