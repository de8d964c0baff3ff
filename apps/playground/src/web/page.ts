import { once } from 'node:events';
import { createServer } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import { html, raw } from 'hono/html';

export interface LoopbackServer {
  /** `http://127.0.0.1:PORT`. */
  readonly url: string;
  close(): Promise<void>;
}

/**
 * Listens on 127.0.0.1; port 0 takes a free one. Rejects with the system's error, such as EADDRINUSE.
 * Refuses other host names, which another site could point here (DNS rebinding).
 */
export async function serveOnLoopback(
  answer: (request: Request) => Response | Promise<Response>,
  port = 0,
): Promise<LoopbackServer> {
  const server = createServer(
    getRequestListener((request) =>
      new URL(request.url).hostname === '127.0.0.1'
        ? answer(request)
        : new Response('Open this page by its address on 127.0.0.1.', { status: 421 }),
    ),
  );
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The page server has no port.');
  return {
    url: `http://127.0.0.1:${address.port}`,
    async close() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

/** Listens on the first free port of these, else on any. */
export async function serveOnFirstFree(
  answer: (request: Request) => Response | Promise<Response>,
  ports: readonly number[],
): Promise<LoopbackServer> {
  for (const port of ports) {
    const server = await serveOnLoopback(answer, port).catch((error: unknown) => {
      if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error;
      return null;
    });
    if (server !== null) return server;
  }
  return serveOnLoopback(answer);
}

export type PageHtml = ReturnType<typeof html>;

/** A page may load frames of its own origin only; no page of another origin may frame it. */
export const PAGE_CSP =
  "default-src 'none'; style-src 'unsafe-inline'; frame-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'";

const pageStyle = `
:root { color-scheme: light dark; --line: light-dark(#d5d9e0, #3a404b); --muted: light-dark(#59616e, #a3acba);
  --paper: light-dark(#fff, #15181d); --ink: light-dark(#1b1f26, #e8ebf0); --link: light-dark(#0b57b0, #8fc0ff); }
* { box-sizing: border-box }
body { margin: 0 auto; max-width: 72rem; padding: 1.25rem; font: 1rem/1.5 system-ui, sans-serif; background: var(--paper); color: var(--ink) }
h1 { font-size: 1.35rem; line-height: 1.25; margin: 0 0 .75rem; overflow-wrap: anywhere }
a { color: var(--link) }
p, dl { margin: 0 0 1rem }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .15rem 1rem; overflow-wrap: anywhere }
dt, .muted { color: var(--muted) }
dd { margin: 0 }
table { border-collapse: collapse; width: 100% }
th, td { text-align: left; vertical-align: top; padding: .45rem .75rem .45rem 0; border-bottom: 1px solid var(--line); overflow-wrap: break-word }
.wide { overflow-x: auto }
.long td { overflow-wrap: anywhere }
.stacked :is(th, td):not(:first-child) { white-space: nowrap }
th { font-weight: 600; color: var(--muted) }
nav { display: flex; flex-wrap: wrap; gap: .25rem 1.25rem; margin: 0 0 1rem; border-bottom: 1px solid var(--line) }
nav a { padding: .5rem 0; text-decoration: none; border-bottom: 2px solid transparent }
nav a[aria-current] { border-color: currentColor; font-weight: 600 }
pre { margin: 0; white-space: pre-wrap; overflow-wrap: anywhere; font: .875rem/1.5 ui-monospace, monospace }
menu { display: flex; flex-wrap: wrap; gap: .5rem; list-style: none; margin: 0 0 .75rem; padding: 0 }
button { font: inherit; padding: .3rem .8rem; border: 1px solid var(--line); border-radius: 6px; background: transparent; color: var(--link); cursor: pointer }
iframe { max-width: 100%; border: 1px solid var(--line); border-radius: 6px; background: #fff }
nav span { display: contents }
meter { width: 8rem; vertical-align: middle }
.mail { display: block; height: max(24rem, calc(100dvh - 4rem)); border: 0; border-radius: 0; box-shadow: 0 0 0 1px var(--line) }
@media (max-width: 40rem) {
  nav .width { display: none }
  .mail { max-width: calc(100% + 2.5rem); margin-inline: -1.25rem }
  .stacked thead { position: absolute; clip-path: inset(50%); width: 1px; height: 1px; overflow: hidden }
  .stacked :is(table, tbody, tr, td) { display: block }
  .stacked tr { padding: .5rem 0; border-bottom: 1px solid var(--line) }
  .stacked td:is(*, :not(:first-child)) { padding: .1rem 0; border: 0; overflow-wrap: anywhere; white-space: normal }
  .stacked td[data-label]::before { content: attr(data-label) " "; color: var(--muted) }
}
`;

/** Escapes `title` and the interpolations of `body`. */
export function renderPage(title: string, body: PageHtml): PageHtml {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style>${raw(pageStyle)}</style>
</head>
<body>
${body}
</body>
</html>`;
}

/** To the second, UTC; a dash for null. */
export function formatTime(instant: number | null): PageHtml {
  if (instant === null) return html`–`;
  const iso = new Date(instant).toISOString();
  return html`<time datetime="${iso}">${iso.slice(0, 19).replace('T', ' ')} UTC</time>`;
}

/** Sends server-sent events (HTML, "Server-sent events") to every open window of the page. */
export class EventHub {
  readonly #windows = new Map<string, ReadableStreamDefaultController<Uint8Array>>();
  readonly #encoder = new TextEncoder();

  get windows(): number {
    return this.#windows.size;
  }

  /** A response that stays open until the window closes it; `first` is its first event. */
  open(window: string, first: readonly [event: string, data: unknown], onClose: () => void): Response {
    const stream = new ReadableStream<Uint8Array>({
      start: (controller) => {
        this.#windows.set(window, controller);
        this.send(window, ...first);
      },
      cancel: () => {
        this.#windows.delete(window);
        onClose();
      },
    });
    return new Response(stream, {
      headers: { 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-store' },
    });
  }

  send(window: string, event: string, data: unknown): void {
    const text = `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`;
    this.#windows.get(window)?.enqueue(this.#encoder.encode(text));
  }

  sendToAll(event: string, data: unknown): void {
    for (const window of this.#windows.keys()) this.send(window, event, data);
  }

  close(): void {
    for (const controller of this.#windows.values()) controller.close();
    this.#windows.clear();
  }
}
