import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { createTransport, type SendMailOptions } from 'nodemailer';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Inbox, type ServedInbox, serveInbox, startInbox } from '../../src/inbox/inbox.ts';

const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

const digest: SendMailOptions = {
  from: 'Answershare <digest@example.com>',
  to: 'Ann <ann@example.com>',
  subject: 'acme.example: 34.2 % <script>alert(1)</script>',
  text: 'Share of voice 34.2 %\n',
  html: '<h1>Übersicht</h1><img src="cid:chart@a"><img src="http://remote.invalid/x.png"><script>alert(1)</script>',
  attachments: [{ filename: 'chart.png', content: pixel, cid: 'chart@a' }],
  date: '2026-11-23T09:00:00Z',
  headers: { 'List-ID': '<weekly.example.com>' },
};

let inbox: ServedInbox;

async function send(
  mail: SendMailOptions,
  auth?: { user: string; pass: string },
  { smtpPort }: Inbox = inbox,
): Promise<string> {
  const transport = createTransport({ host: '127.0.0.1', port: smtpPort, ...(auth && { auth }) });
  try {
    return (await transport.sendMail(mail)).response;
  } finally {
    transport.close();
  }
}

async function get(path: string): Promise<{ status: number; text: string; policy: string }> {
  const response = await fetch(new URL(path, inbox.url));
  const policy = response.headers.get('content-security-policy') ?? '';
  return { status: response.status, text: await response.text(), policy };
}

describe('an open inbox', () => {
  beforeEach(async () => {
    inbox = await serveInbox();
  });
  afterEach(() => inbox.close());

  test('refuses requests under another host name', async () => {
    const waiting = inbox.waitFor(1);
    await send(digest);
    await waiting;
    for (const path of ['/', '/messages/1', '/messages/1/body', '/messages/1/raw.eml']) {
      expect((await fetch(new URL(path, inbox.url))).status).toBe(200);
      const rebound = new URL(path, inbox.url);
      rebound.hostname = 'localhost';
      const refused = await fetch(rebound);
      expect([refused.status, await refused.text()]).toEqual([
        421,
        'Open this page by its address on 127.0.0.1.',
      ]);
    }
  });

  test('forbids framing by pages of another origin', async () => {
    const waiting = inbox.waitFor(1);
    await send(digest);
    await waiting;
    const own = "frame-ancestors 'self'";
    for (const path of ['/', '/messages/1', '/messages/9', '/messages/1/body'])
      expect((await get(path)).policy).toContain(own);
  });

  test('stores a message with its parts', async () => {
    const waiting = inbox.waitFor(1);
    expect(await send(digest)).toMatch(/^250 /);
    const [message] = await waiting;
    expect(message).toMatchObject({
      number: 1,
      from: 'Answershare <digest@example.com>',
      sentAt: Date.parse('2026-11-23T09:00:00Z'),
      recipients: ['ann@example.com'],
      subject: digest.subject,
      text: expect.stringMatching(/^Share of voice 34.2 %\n/),
    });
    expect(message?.headers).toContainEqual({ name: 'List-ID', value: '<weekly.example.com>' });
    expect(Buffer.from(message?.attachments[0]?.content ?? [])).toEqual(pixel);
    expect(message?.raw.toString()).toContain('Subject: acme.example');
  });

  test('waits for a number of messages', async () => {
    const waiting = inbox.waitFor(3);
    for (const to of ['a@example.com', 'b@example.com', 'c@example.com']) await send({ ...digest, to });
    expect((await waiting).map(({ recipients }) => recipients[0])).toEqual([
      'a@example.com',
      'b@example.com',
      'c@example.com',
    ]);
  });

  test('lists messages, escaped', async () => {
    expect((await get('/')).text).toContain('No message has arrived yet');
    await send(digest);
    const { text, policy } = await get('/');
    expect(text).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
    expect(text).not.toContain('<script');
    expect(text).toContain('ann@example.com');
    expect(policy).toMatch(/^default-src 'none'/);
  });

  test('shows each part of a message, escaped', async () => {
    await send(digest);
    const html = await get('/messages/1?scheme=dark&width=375');
    expect(html.text).toMatch(
      /<iframe [^>]*sandbox="" [^>]*src="1\/body\?scheme=dark&amp;images=on" width="375"/,
    );
    expect(html.text).toContain('color-scheme:dark');
    expect((await get('/messages/1?tab=text')).text).toContain('<pre>Share of voice 34.2 %');
    expect((await get('/messages/1?tab=headers')).text).toContain('&lt;weekly.example.com&gt;');
    const raw = await get('/messages/1?tab=raw');
    expect(raw.text).toContain('MIME-Version: 1.0');
    for (const { text } of [html, raw]) expect(text).not.toContain('<script');
  });

  test('runs no script and fetches nothing for the HTML part', async () => {
    await send(digest);
    const { text, policy } = await get('/messages/1/body');
    expect(text).toContain(`<img src="data:image/png;base64,${pixel.toString('base64')}">`);
    expect(policy).toBe(
      "default-src 'none'; img-src data:; style-src 'unsafe-inline'; frame-ancestors 'self'; sandbox",
    );
  });

  test('shows the message in the chosen colour scheme, whatever the browser prefers', async () => {
    const html = '<style>@media (prefers-color-scheme:dark){p{color:#fff}}</style><p>x</p>';
    await send({ ...digest, html });
    expect((await get('/messages/1/body?scheme=dark')).text).toContain('@media (min-width: 0){p{');
    expect((await get('/messages/1/body?scheme=light')).text).toContain('@media (max-width: 0){p{');
  });

  test('shows the message without images, its size and what its headers are for', async () => {
    await send(digest);
    const { text } = await get('/messages/1/body?images=off');
    expect(text).not.toMatch(/cid:|data:image|remote\.invalid/);
    expect(text).toContain('<h1>Übersicht</h1><img ');
    const page = await get('/messages/1');
    expect(page.text).toMatch(/<meter max="104448" high="81920" value="1\d\d">/);
    expect((await get('/messages/1?tab=headers')).text).toContain(
      'Name of the list, for filters (RFC 2919).',
    );
  });

  test('serves the raw message', async () => {
    await send(digest);
    const response = await fetch(new URL('/messages/1/raw.eml', inbox.url));
    expect(response.headers.get('content-type')).toBe('message/rfc822');
    expect(Buffer.from(await response.arrayBuffer())).toEqual(inbox.messages()[0]?.raw);
  });

  test('responds 404 to unknown paths', async () => {
    for (const path of ['/messages/1', '/messages/1/body', '/messages/x/raw.eml', '/other'])
      expect((await get(path)).status).toBe(404);
  });

  test('saves every message as self-contained files', async () => {
    await send(digest);
    await send({ from: 'a@example.com', to: 'x/y@example.com', subject: 's', text: 'only text' });
    const folder = await mkdtemp(join(tmpdir(), 'answershare-inbox-'));
    try {
      const files = await inbox.save(join(folder, 'mails'));
      expect(files.map((file) => basename(file))).toEqual([
        '01-ann@example.com.eml',
        '01-ann@example.com.html',
        '01-ann@example.com.txt',
        '02-x_y@example.com.eml',
        '02-x_y@example.com.txt',
      ]);
      expect(await readFile(files[1] ?? '', 'utf8')).toContain('data:image/png;base64,');
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});

describe('refusals', () => {
  test('refuses a sender with a wrong password', async () => {
    const guarded = await startInbox({ auth: { user: 'bot', password: 'right' } });
    const sendAs = (auth?: { user: string; pass: string }) => send(digest, auth, guarded);
    try {
      await expect(sendAs()).rejects.toMatchObject({ responseCode: 530 });
      await expect(sendAs({ user: 'bot', pass: 'wrong' })).rejects.toMatchObject({ responseCode: 535 });
      expect(await sendAs({ user: 'bot', pass: 'right' })).toMatch(/^250 /);
      expect(guarded.messages()).toHaveLength(1);
    } finally {
      await guarded.close();
    }
  });

  test('rejects if the port is taken', async () => {
    const first = await startInbox();
    try {
      await expect(startInbox({ port: first.smtpPort })).rejects.toMatchObject({ code: 'EADDRINUSE' });
    } finally {
      await first.close();
    }
  });

  test('stops waiting when the inbox closes', async () => {
    const closing = await startInbox();
    const waiting = expect(closing.waitFor(1)).rejects.toThrow('The inbox was closed with 0 of 1 messages.');
    await closing.close();
    await waiting;
  });
});
