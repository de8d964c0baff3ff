import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { type Menu, ScriptError, type ScriptHost } from '@answershare/apps-script';
import { answerSidebar, bridge, withScriptRun } from '@answershare/apps-script/sidebar-shim';
import { type Context, Hono } from 'hono';
import { html, raw } from 'hono/html';
import { type PageHtml, renderPage, serveOnLoopback } from './page.ts';

/** A page on 127.0.0.1 with the menu and the sidebar of one running script. */
export interface SidebarPage {
  readonly url: string;
  close(): Promise<void>;
}

// Stricter than Google's frame: google.script.run is the only network. Forms are allowed because a frame without them
// never fires `submit` (HTML, form submission algorithm); form-action blocks them.
const SIDEBAR_CSP =
  "sandbox allow-scripts allow-forms; form-action 'none'; default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'self'";

/** Runs onOpen without authorization and serves its menu and sidebar. */
export async function startSidebarPage(
  host: ScriptHost,
  options: { readonly port?: number } = {},
): Promise<SidebarPage> {
  const script = await readFile(new URL('./sidebar-page.js', import.meta.url), 'utf8');
  await host.run('onOpen', [], 'LIMITED');
  const token = randomBytes(24).toString('base64url');
  const nonce = randomBytes(16).toString('base64');
  const app = new Hono();
  app.use(async (context, next) => {
    // A page of another site has no token.
    if (context.req.method === 'POST' && context.req.header('x-page-token') !== token)
      return context.json({ message: 'This page is out of date: reload it.' }, 403);
    context.header('Cache-Control', 'no-store');
    return next();
  });
  app.get('/', (context) => {
    context.header(
      'Content-Security-Policy',
      `default-src 'none'; script-src 'nonce-${nonce}'; style-src 'unsafe-inline'; connect-src 'self'; frame-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
    );
    return context.html(renderDocumentPage(host.ui().menus, token, nonce, script));
  });
  app.get('/sidebar', (context) => {
    const { sidebar } = host.ui();
    if (sidebar === null) return context.text('No sidebar is open: choose it in the menu.', 404);
    context.header('Content-Security-Policy', SIDEBAR_CSP);
    return context.html(withScriptRun(sidebar.html));
  });
  app.post('/call', async (context) => {
    const { name, args } = await readCall(context);
    return context.json(await answerSidebar(host, name, args));
  });
  app.post('/menu', async (context) => {
    const { name } = await readCall(context);
    return respond(context, async () => {
      const before = host.ui().alerts.length;
      await host.run(name, [], 'FULL');
      const { sidebar, alerts } = host.ui();
      return { sidebar: sidebar?.title ?? null, alerts: alerts.slice(before).map(({ prompt }) => prompt) };
    });
  });
  const { url, close } = await serveOnLoopback(app.fetch, options.port);
  return { url: `${url}/`, close };
}

async function readCall(context: Context): Promise<{ name: string; args: unknown[] }> {
  const body: unknown = await context.req.json();
  const { name, args } = Object(body) as { name?: unknown; args?: unknown };
  return { name: String(name), args: Array.isArray(args) ? args : [] };
}

/** Responds with the result, or with the error that the failure handler gets. */
async function respond(context: Context, work: () => Promise<object>): Promise<Response> {
  try {
    return context.json(await work());
  } catch (error) {
    if (!(error instanceof ScriptError)) throw error;
    return context.json({ message: error.message, name: error.scriptName ?? 'ScriptError' });
  }
}

function renderDocumentPage(menus: readonly Menu[], token: string, nonce: string, script: string): PageHtml {
  return renderPage(
    'Menu and sidebar',
    html`<h1>Menu and sidebar</h1>
<p class="muted">What the add-on puts into the document: its menu, and its sidebar as wide as Google Sheets shows it.</p>
${menus.map((menu) => renderMenu(menu, [menu.title]))}
<p id="notice" role="status"></p>
<iframe id="sidebar" sandbox="allow-scripts allow-forms" title="Sidebar" hidden width="300" height="720"></iframe>
<script nonce="${nonce}">${raw(`document.body.dataset.token = ${JSON.stringify(token)};\n${bridge}${script}`)}</script>`,
  );
}

function renderMenu(menu: Menu, path: readonly string[]): PageHtml {
  const items = menu.items.map((item) => {
    if ('separator' in item) return html`<li role="separator"></li>`;
    if ('items' in item) return html`<li>${renderMenu(item, [...path, item.title])}</li>`;
    return html`<li><button type="button" data-function="${item.functionName}">${item.caption}</button></li>`;
  });
  return html`<nav aria-label="${path.join(' > ')}"><span>${path.join(' > ')}</span><menu>${items}</menu></nav>`;
}
