import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { serveOnLoopback } from '../web/page.ts';
import { type InboxMessage, inlineImages, Mailbox } from './mailbox.ts';
import { createInboxPages } from './pages.ts';
import { type SmtpOptions, startSmtpServer } from './smtp.ts';

interface InboxOptions extends SmtpOptions {
  /** Gets each message when it arrives. */
  readonly onMessage?: (message: InboxMessage) => void;
}

/** An SMTP server on 127.0.0.1 that stores messages in memory, and pages that show them. */
export interface Inbox {
  readonly smtpPort: number;
  /** Answers a request for one of the pages; `/` is the list. */
  answer(request: Request): Response | Promise<Response>;
  messages(): readonly InboxMessage[];
  /** Resolves with all messages once there are `count`. Rejects if the inbox closes before. */
  waitFor(count: number): Promise<readonly InboxMessage[]>;
  /** Writes each message as .eml, .html and .txt. Returns the paths. */
  save(folder: string): Promise<string[]>;
  close(): Promise<void>;
}

export async function startInbox(options: InboxOptions = {}): Promise<Inbox> {
  const mailbox = new Mailbox(options.onMessage);
  const smtp = await startSmtpServer(mailbox, options);
  const pages = createInboxPages(mailbox);
  return {
    smtpPort: smtp.port,
    answer: (request) => pages.fetch(request),
    messages: () => mailbox.all(),
    waitFor: (count) => mailbox.waitFor(count),
    save: (folder) => saveMessages(mailbox.all(), folder),
    async close() {
      mailbox.close();
      await smtp.close();
    },
  };
}

export interface ServedInbox extends Inbox {
  /** The page with all messages. */
  readonly url: string;
}

/** An inbox whose pages have a server of their own; port 0 takes a free one. */
export async function serveInbox(options: InboxOptions = {}, httpPort = 0): Promise<ServedInbox> {
  const inbox = await startInbox(options);
  const web = await serveOnLoopback(inbox.answer, httpPort).catch(async (error: unknown) => {
    await inbox.close();
    throw error;
  });
  return {
    ...inbox,
    url: `${web.url}/`,
    close: async () => {
      await Promise.all([inbox.close(), web.close()]);
    },
  };
}

async function saveMessages(messages: readonly InboxMessage[], folder: string): Promise<string[]> {
  await mkdir(folder, { recursive: true });
  const written: string[] = [];
  for (const message of messages) {
    const html = inlineImages(message);
    const parts = { eml: message.raw, ...(html === null ? {} : { html }), ...toTextPart(message) };
    for (const [extension, content] of Object.entries(parts)) {
      const path = join(folder, `${toFileName(message)}.${extension}`);
      await writeFile(path, content, { flag: 'wx' });
      written.push(path);
    }
  }
  return written;
}

function toTextPart({ text }: InboxMessage): { txt?: string } {
  return text === null ? {} : { txt: text };
}

/** Number and first recipient, in characters that every file system accepts. */
export function toFileName({ number, recipients }: InboxMessage): string {
  const to = (recipients[0] ?? 'nobody').replace(/[^A-Za-z0-9@._-]/g, '_').slice(0, 80);
  return `${String(number).padStart(2, '0')}-${to}`;
}
