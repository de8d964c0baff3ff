import { Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { html } from 'hono/html';
import { createPhrases, mailLanguages, type Phrases } from '../message/phrases.ts';
import { extractAddress, foldAddress } from '../settings/addresses.ts';
import type { BotSettings, DigestAudience } from '../settings/settings.ts';
import { findSuppression, suppress } from '../store/suppression-list.ts';
import { sha256 } from '../system/text.ts';
import { createUnsubscribeToken, selectSender } from '../transports/smtp/unsubscribe.ts';
import { renderDocument } from './page.ts';
import type { RouteContext } from './route-context.ts';

/** Whose link it is. */
interface Reader {
  readonly address: string;
  readonly locale: string;
  /** Titles of the schedules and alerts that send to the address. */
  readonly reports: readonly string[];
  /** Who answers the reader. */
  readonly sender: string;
}

/** Readers by the hash of their token; a schedule and an address have one token. */
const readersOf = new WeakMap<BotSettings, ReadonlyMap<string, Reader>>();

function listTokenReaders(settings: BotSettings): ReadonlyMap<string, Reader> {
  const { mail } = settings;
  if (mail === null || mail.unsubscribe === null) return new Map();
  const audiences: readonly DigestAudience[] = [...settings.schedules, ...settings.alerts];
  const reports = new Map<string, string[]>();
  for (const { id, title, recipients } of audiences)
    for (const { to } of recipients) {
      const address = foldAddress(to);
      reports.set(address, [...(reports.get(address) ?? []), title ?? id]);
    }
  const readers = new Map<string, Reader>();
  for (const schedule of audiences)
    for (const { to, locale } of schedule.recipients) {
      const { from, replyTo = from } = selectSender(mail, schedule, to);
      const own = { locale, reports: reports.get(foldAddress(to)) ?? [], sender: extractAddress(replyTo) };
      readers.set(sha256(createUnsubscribeToken(mail.unsubscribe.secret, schedule.id, to)), {
        address: to,
        ...own,
      });
    }
  return readers;
}

function findReader(settings: BotSettings, token: string): Reader | undefined {
  const readers = readersOf.get(settings) ?? listTokenReaders(settings);
  readersOf.set(settings, readers);
  return readers.get(sha256(token));
}

/** The first language of a browser that has texts. */
function selectLanguage(accepted: string): string {
  const languages = accepted.split(',').map((tag) => tag.trim().slice(0, 2).toLowerCase());
  return languages.find((language) => mailLanguages.includes(language)) ?? 'en';
}

/** What the mail program of a reader posts (RFC 8058), and the button of the page. */
const [field, value] = ['List-Unsubscribe', 'One-Click'];

/**
 * `/unsubscribe/TOKEN`, or the token as the only parameter: a page for GET, which changes nothing, as scanners open links. POST
 * suppresses the address.
 */
export function createUnsubscribeRoutes({ store, settings, now, logRefusal }: RouteContext): Hono {
  const app = new Hono();
  const paths = ['/unsubscribe', '/unsubscribe/:token'];
  app.on(['GET', 'POST'], paths, bodyLimit({ maxSize: 8_192 }), async (context) => {
    const { token = Object.values(context.req.query())[0] ?? '' } = context.req.param() as {
      readonly token?: string;
    };
    const reader = findReader(settings(), token);
    const phrases = createPhrases(
      reader?.locale ?? selectLanguage(context.req.header('accept-language') ?? ''),
    );
    const answer = (status: 200 | 400 | 404 | 503, body: ReturnType<typeof html>) =>
      context.html(
        renderDocument({
          language: phrases.language,
          direction: phrases.direction,
          title: phrases.text('unsubscribe'),
          body,
        }),
        status,
      );
    if (reader === undefined) return answer(404, html`<p class="bad">${phrases.text('stopInvalid')}</p>`);
    try {
      const isPost = context.req.method === 'POST';
      const body = isPost ? await context.req.parseBody() : {};
      const isAsked = body[field] === value;
      if (isAsked) {
        const source = body.page === undefined ? 'one-click' : 'page';
        await suppress(store.db, reader.address, 'unsubscribed', source, now());
      }
      if (isAsked || (await findSuppression(store.db, reader.address)) !== null)
        return answer(200, renderDone(reader, phrases));
      return answer(isPost ? 400 : 200, renderQuestion(reader, phrases));
    } catch (thrown) {
      logRefusal('/unsubscribe', (thrown as Error).message);
      context.header('Retry-After', '60');
      return answer(503, html`<p class="bad">${phrases.text('stopLater')}</p>`);
    }
  });
  return app;
}

const renderReports = ({ reports }: Reader) =>
  html`<ul>${reports.map((title) => html`<li>${title}</li>`)}</ul>`;

const renderQuestion = (reader: Reader, phrases: Phrases) => html`
<p>${phrases.text('stopAsk', { address: reader.address })}</p>
${renderReports(reader)}
<form method="post">
<input type="hidden" name="${field}" value="${value}"><input type="hidden" name="page" value="1">
<button type="submit">${phrases.text('unsubscribe')}</button>
</form>`;

const renderDone = (reader: Reader, phrases: Phrases) => html`
<p class="good" role="status">${phrases.text('stopDone', { address: reader.address })}</p>
${renderReports(reader)}
<p class="soft">${phrases.text('stopReturn', { sender: reader.sender })}</p>`;
