import { createHash } from 'node:crypto';
import { request } from 'node:http';
import { describe, expect, test } from 'vitest';
import { escapeHtml } from '../../src/page/html.ts';
import { createStandardQuirks, listQuirkRows } from '../../src/quirks/quirks.ts';
import { FORMS, get, idParameter, started } from '../started.ts';

describe.each(FORMS)('Form %i', (form) => {
  test('the page shows form, base URL, clock, websites, keys, curl lines, switches and counts', async () => {
    const sandbox = await started(form);
    await get(sandbox, '/api/v1/websites');
    const response = await fetch(`${sandbox.baseUrl}/`);
    const html = await response.text();
    expect(response.headers.get('content-type')).toContain('text/html');
    expect(html).toContain(`Sandbox of the analytics service, Form ${form}`);
    expect(html).toContain('2026-11-16T09:00:00.000Z');
    expect(html).toContain(
      escapeHtml(`${sandbox.baseUrl}/api/v1/authority?${idParameter(form)}=${sandbox.websites[0]?.id}`),
    );
    for (const { id, name, domain } of sandbox.websites) {
      for (const text of [id, name, domain]) expect(html).toContain(escapeHtml(text));
    }
    for (const [label, key] of Object.entries(sandbox.keys)) {
      expect(html).toContain(`<td><code>${label}</code></td><td><code>${key}</code></td>`);
    }
    for (const { name, question } of listQuirkRows(form, createStandardQuirks(form))) {
      expect(html).toContain(`<td><code>${name}</code></td><td>${escapeHtml(question)}</td>`);
    }
    expect(html).toContain('<tr><td>websites</td><td>1</td></tr>');
  });

  test('every table is in a region of its own name that the keyboard can scroll', async () => {
    const sandbox = await started(form);
    await get(sandbox, '/api/v1/websites');
    const html = await (await fetch(`${sandbox.baseUrl}/`)).text();
    const regions = html.matchAll(
      /<div class="wide" role="region" aria-label="([^"]+)" tabindex="0"><table>/g,
    );
    expect([...regions].map(([, label]) => label)).toEqual([
      'Keys',
      'Websites',
      'Requests by key',
      'Requests by endpoint',
      'What the specification does not show',
    ]);
    expect(html.match(/<table>/g)).toHaveLength(5);
  });

  test('it holds no admin token, nothing from elsewhere, and no name as markup', async () => {
    const sandbox = await started(form);
    const html = await (await fetch(`${sandbox.baseUrl}/`)).text();
    expect(html).not.toContain(sandbox.adminToken);
    expect(html).not.toMatch(/<img|<[^>]*\ssrc=|@import/i);
    expect(html).not.toContain('=HYPERLINK("');
    expect(html).not.toContain('<script>alert');
  });

  test('its policy lets the one script and the one style of the page run, by their digests', async () => {
    const response = await fetch(`${(await started(form)).baseUrl}/`);
    const html = await response.text();
    const policy = response.headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'none'");
    expect(policy).not.toContain('unsafe');
    for (const element of ['script', 'style']) {
      const texts = [...html.matchAll(new RegExp(`<${element}>(.*?)</${element}>`, 'gs'))].map(
        ([, text]) => text,
      );
      expect(texts).toHaveLength(1);
      const digest = createHash('sha256')
        .update(texts[0] ?? '')
        .digest('base64');
      expect(policy).toContain(`${element}-src 'sha256-${digest}'`);
    }
  });

  test('of a large team only the first websites are listed, with the number of the others', async () => {
    const html = await (await fetch(`${(await started(form)).baseUrl}/`)).text();
    expect(html).toContain('<td>and 242 more</td>');
  });
});

test('looking at the page is not a request to the service', async () => {
  const sandbox = await started(1);
  await fetch(`${sandbox.baseUrl}/`);
  expect((await sandbox.admin.requests()).total).toBe(0);
});

test('the five characters of markup are escaped', () => {
  expect(escapeHtml(`<a href="x" title='y'>&`)).toBe('&lt;a href=&quot;x&quot; title=&#39;y&#39;&gt;&amp;');
});

describe('a page of another site that leads its own name here', () => {
  const paths = ['/', '/openapi.json', '/__sandbox/state'];

  test.each(paths)('is not answered at %s, and the page may not be framed', async (path) => {
    const sandbox = await started(1);
    const named = (name: string): Promise<Response> =>
      sandbox.fetch(
        new Request(`http://${name}${path}`, { headers: { authorization: `Bearer ${sandbox.adminToken}` } }),
      );
    for (const name of ['rebound.example', '127.0.0.1.rebound.example', 'localhost.rebound.example'])
      expect((await named(name)).status, name).toBe(421);
    for (const name of ['127.0.0.1:4300', '[::1]:4300', 'localhost', '192.0.2.7'])
      expect((await named(name)).status, name).toBe(200);
    const overSocket = await new Promise((resolve, reject) => {
      const { port } = new URL(sandbox.baseUrl);
      const headers = { host: `rebound.example:${port}` };
      request({ host: '127.0.0.1', port, path, headers }, ({ statusCode }) => resolve(statusCode))
        .on('error', reject)
        .end();
    });
    expect(overSocket).toBe(421);
    if (path !== '/') return;
    expect((await named('localhost')).headers.get('content-security-policy')).toContain(
      "frame-ancestors 'none'",
    );
  });
});
