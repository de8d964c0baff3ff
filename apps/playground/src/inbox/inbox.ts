import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { listen } from '../web/listener.ts';
import { Mailbox } from './mailbox.ts';
import { type Message, standaloneHtml } from './message.ts';
import { inboxPages } from './pages.ts';
import { listenForMail, type SmtpOptions } from './smtp.ts';

export interface InboxOptions extends SmtpOptions {
  /** The port of the pages; 0 or omitted: a free one. */
  readonly httpPort?: number;
}

/** An SMTP server on 127.0.0.1 that keeps what it takes, in memory, and pages that show it. */
export interface Inbox {
  readonly smtpPort: number;
  /** The page with all messages. */
  readonly url: string;
  messages(): readonly Message[];
  /** Resolves with all messages once there are `count`. Rejects when the inbox is closed before. */
  waitFor(count: number): Promise<readonly Message[]>;
  /** Writes each message as .eml, .html and .txt; gives the paths. */
  save(folder: string): Promise<string[]>;
  close(): Promise<void>;
}

export async function startInbox(options: InboxOptions = {}): Promise<Inbox> {
  const mailbox = new Mailbox();
  const smtp = await listenForMail(mailbox, options);
  const web = await listen(inboxPages(mailbox).fetch, options.httpPort).catch(async (error: unknown) => {
    await smtp.close();
    throw error;
  });
  return {
    smtpPort: smtp.port,
    url: `${web.url}/`,
    messages: () => mailbox.all(),
    waitFor: (count) => mailbox.waitFor(count),
    save: (folder) => saveMessages(mailbox.all(), folder),
    async close() {
      mailbox.close();
      await Promise.all([smtp.close(), web.close()]);
    },
  };
}

async function saveMessages(messages: readonly Message[], folder: string): Promise<string[]> {
  await mkdir(folder, { recursive: true });
  const written: string[] = [];
  for (const message of messages) {
    const html = standaloneHtml(message);
    const parts = { eml: message.raw, ...(html === null ? {} : { html }), ...textPart(message) };
    for (const [extension, content] of Object.entries(parts)) {
      const path = join(folder, `${fileName(message)}.${extension}`);
      await writeFile(path, content, { flag: 'wx' });
      written.push(path);
    }
  }
  return written;
}

function textPart({ text }: Message): { txt?: string } {
  return text === null ? {} : { txt: text };
}

/** The number and the first recipient, in letters that every file system takes. */
export function fileName({ number, recipients }: Message): string {
  const to = (recipients[0] ?? 'nobody').replace(/[^A-Za-z0-9@._-]/g, '_').slice(0, 80);
  return `${String(number).padStart(2, '0')}-${to}`;
}
