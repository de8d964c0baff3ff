import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { ScriptError, type ScriptHost } from '@answershare/apps-script';
import { answerSidebar, bridge, withScriptRun } from '@answershare/apps-script/sidebar-shim';
import type { CellPosition, CollaborationMessage } from '@odoo/o-spreadsheet';
import { Hono } from 'hono';
import { z } from 'zod';
import { EventHub, serveOnFirstFree } from '../web/page.ts';
import { type World, worldCommand } from '../world/world.ts';
import { controls } from './controls.ts';
import { playgroundCsp, renderPlayground } from './html.ts';
import { readLibraryFile, readModule } from './modules.ts';
import { observeWorld, type WorldState } from './world-state.ts';

/** The page with the grid, the add-on's menu and its sidebar. */
export interface PlaygroundPage {
  readonly url: string;
  close(): Promise<void>;
}

// Stricter than Google's frame: google.script.run is the only network. Forms are allowed because a frame without them
// never fires `submit` (HTML, form submission algorithm); form-action blocks them.
const SIDEBAR_CSP =
  "sandbox allow-scripts allow-forms; form-action 'none'; default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'self'";

const position = z.object({ sheetId: z.string(), row: z.int().min(0), col: z.int().min(0) });
const call = z.object({ name: z.string(), args: z.array(z.unknown()).default([]), cell: position.nullish() });
const functionCalls = z.object({
  window: z.string(),
  calls: z.array(
    z.object({ id: z.int(), name: z.string(), args: z.array(z.unknown()), formula: z.string() }),
  ),
});

/** Runs onOpen without authorization and serves the page on the first free port of `ports`, else on any. */
export async function startPlaygroundPage(
  world: World,
  options: { readonly ports?: readonly number[] } = {},
): Promise<PlaygroundPage> {
  const secrets = { token: randomBytes(24).toString('base64url'), nonce: randomBytes(16).toString('base64') };
  const events = new EventHub();
  const { host, workbook, document } = world;
  world.onForget = (keys) => events.sendToAll('forget', keys);
  world.onProgress = (text) => events.sendToAll('progress', text);
  const functions = await host.functions();
  let latest: WorldState | null = null;
  await document.run(() => host.run('onOpen', [], 'LIMITED'));

  /** Runs a script at the cell that the user selected, and shows what it changed. A menu item shows its sidebar anew. */
  const runScript = async (
    cell: CellPosition | null | undefined,
    script: () => Promise<unknown>,
    fromMenu = false,
  ) => {
    if (cell !== null && cell !== undefined) document.select(cell);
    const before = { cell: JSON.stringify(document.selection()), ...countMessages(host) };
    const answer = await document.run(script);
    const { alerts, sidebar } = host.ui();
    const shown = document.selection();
    events.sendToAll('shown', {
      sidebar: (fromMenu && sidebar?.title) || null,
      cell: JSON.stringify(shown) === before.cell ? null : shown,
      messages: [
        ...alerts.slice(before.alerts).map(({ prompt }) => prompt),
        ...host.sheet
          .toasts()
          .slice(before.toasts)
          .map(({ message }) => message),
      ],
    });
    return answer;
  };

  const app = new Hono();
  app.use(async (context, next) => {
    if (context.req.method === 'POST' && context.req.header('x-page-token') !== secrets.token)
      return context.json({ message: 'This page is out of date: reload it.' }, 403);
    await next();
    context.header('X-Content-Type-Options', 'nosniff');
  });
  app.get('/', (context) => {
    context.header('Content-Security-Policy', playgroundCsp(secrets.nonce));
    context.header('Cache-Control', 'no-store');
    return context.html(renderPlayground(secrets));
  });
  app.get('/page.css', async (context) => {
    context.header('Content-Type', 'text/css');
    return context.body(await readFile(new URL('./page.css', import.meta.url), 'utf8'));
  });
  app.get('/bridge.js', (context) => {
    context.header('Content-Type', 'text/javascript');
    return context.body(bridge);
  });
  app.get('/lib/:name', async (context) => (await readLibraryFile(context.req.param('name'))) ?? missing());
  app.get(
    '/src/*',
    async (context) => (await readModule(context.req.path.slice('/src/'.length))) ?? missing(),
  );
  app.get('/fonts/:name', async (context) => (await readLibraryFile(context.req.param('name'))) ?? missing());
  app.get('/events', (context) => {
    const window = context.req.query('window') ?? '';
    const { revisions } = workbook;
    const { menus } = host.ui();
    const first = { functions, ...workbook.snapshot(), menus, controls, state: latest };
    revisions.onNewMessage(window, (message) => events.send(window, 'revision', message));
    return events.open(window, ['workbook', first], () => revisions.leave(window));
  });
  app.post('/revision', async (context) => {
    await workbook.revisions.sendMessage((await context.req.json()) as CollaborationMessage);
    return context.body(null, 204);
  });
  app.post('/functions', async (context) => {
    const { window, calls } = functionCalls.parse(await context.req.json());
    for (const { id, name, args, formula } of calls)
      void workbook.calls
        .request(name, args, formula)
        .then((outcome) => events.send(window, 'outcome', { id, outcome }));
    return context.body(null, 202);
  });
  app.post('/menu', async (context) => {
    const { name, cell } = call.parse(await context.req.json());
    try {
      await runScript(cell, () => host.run(name, [], 'FULL'), true);
      return context.json({});
    } catch (error) {
      if (!(error instanceof ScriptError)) throw error;
      return context.json({ message: error.message });
    }
  });
  app.post('/call', async (context) => {
    const { name, args, cell } = call.parse(await context.req.json());
    return context.json((await runScript(cell, () => answerSidebar(host, name, args))) as object);
  });
  app.post('/world', async (context) => {
    const text = await world.change(worldCommand.parse(await context.req.json()));
    return context.json({ text });
  });
  app.get('/sidebar', (context) => {
    const { sidebar } = host.ui();
    if (sidebar === null) return context.text('No sidebar is open: choose it in the menu.', 404);
    context.header('Content-Security-Policy', SIDEBAR_CSP);
    context.header('Cache-Control', 'no-store');
    return context.html(withScriptRun(sidebar.html));
  });
  app.get('/inbox/*', (context) => {
    const address = new URL(context.req.url);
    address.pathname = address.pathname.slice('/inbox'.length);
    return world.inbox?.answer(new Request(address)) ?? context.text('The bot is not connected yet.', 404);
  });
  const stopObserving = observeWorld(
    world,
    () => events.windows > 0,
    (state) => {
      latest = state;
      events.sendToAll('state', state);
    },
  );
  const { url, close } = await serveOnFirstFree(app.fetch, options.ports ?? []);
  return {
    url: `${url}/`,
    async close() {
      await stopObserving();
      events.close();
      await close();
    },
  };
}

function countMessages(host: ScriptHost): { readonly alerts: number; readonly toasts: number } {
  return { alerts: host.ui().alerts.length, toasts: host.sheet.toasts().length };
}

function missing(): Response {
  return new Response('There is no such file.', { status: 404 });
}
