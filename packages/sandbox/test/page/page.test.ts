import { createHash } from 'node:crypto';
import { request } from 'node:http';
import { describe, expect, test } from 'vitest';
import { escapeHtml } from '../../src/page/html.ts';
import { createStandardQuirks, listQuirkRows } from '../../src/quirks/quirks.ts';
import { forms, get, idParameter, startTestSandbox } from '../sandbox.ts';

describe.each(forms)('Form %i', (form) => {
  test('shows Form, base URL, clock, websites, keys, curl lines, switches and counts', async () => {
    const sandbox = await startTestSandbox(form);
    await get(sandbox, '/api/v1/websites');
    const response = await fetch(`${sandbox.baseUrl}/`);
    const html = await response.text();
    expect(response.headers.get('content-type')).toContain('text/html');
    expect(html).toContain(`Sandbox of the analytics service, Form ${form}`);
    expect(html).toContain('2026-11-16T09:00:00Z');
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
      expect(html).toContain(`data-switch="${name}" aria-label="${escapeHtml(`${name}: ${question}`)}"`);
    }
    expect(html).toContain('<dd>1: websites 1</dd>');
  });

  test('puts every table into a named region that the keyboard can scroll', async () => {
    const sandbox = await startTestSandbox(form);
    await get(sandbox, '/api/v1/websites');
    const html = await (await fetch(`${sandbox.baseUrl}/`)).text();
    const regions = html.matchAll(
      /<div class="wide" role="region" aria-label="([^"]+)" tabindex="0"><table>/g,
    );
    expect([...regions].map(([, label]) => label)).toEqual([
      'Requests',
      'Keys',
      'Websites',
      'What the specification does not show',
    ]);
    expect(html.match(/<table>/g)).toHaveLength(4);
  });

  test('contains no admin token, no external resource and no unescaped name', async () => {
    const sandbox = await startTestSandbox(form);
    const html = await (await fetch(`${sandbox.baseUrl}/`)).text();
    expect(html).not.toContain(sandbox.adminToken);
    expect(html).not.toMatch(/<img|<[^>]*\ssrc=|@import/i);
    expect(html).not.toContain('=HYPERLINK("');
    expect(html).not.toContain('<script>alert');
  });

  test('allows its script and style by their digests', async () => {
    const response = await fetch(`${(await startTestSandbox(form)).baseUrl}/`);
    const html = await response.text();
    const policy = response.headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'none'");
    expect(policy).not.toContain('unsafe');
    for (const [element, count] of [
      ['script', 3],
      ['style', 1],
    ] as const) {
      const texts = [...html.matchAll(new RegExp(`<${element}[^>]*>(.*?)</${element}>`, 'gs'))];
      const digests = texts.map(
        ([, text]) =>
          `'sha256-${createHash('sha256')
            .update(text ?? '')
            .digest('base64')}'`,
      );
      expect(digests).toHaveLength(count);
      expect(policy).toContain(`${element}-src ${digests.join(' ')};`);
    }
  });

  test('lists the first websites of a large team and the number of the others', async () => {
    const html = await (await fetch(`${(await startTestSandbox(form)).baseUrl}/`)).text();
    expect(html).toContain('<td>and 242 more</td>');
  });
});

test('a view of the page does not count as a request to the service', async () => {
  const sandbox = await startTestSandbox(1);
  await fetch(`${sandbox.baseUrl}/`);
  expect((await sandbox.admin.requests()).total).toBe(0);
});

test('escapes the five characters of markup', () => {
  expect(escapeHtml(`<a href="x" title='y'>&`)).toBe('&lt;a href=&quot;x&quot; title=&#39;y&#39;&gt;&amp;');
});

describe('a page of another site by DNS rebinding', () => {
  const paths = ['/', '/keys.json', '/openapi.json', '/__sandbox/state'];

  test.each(paths)('gets no response at %s, and the page forbids framing', async (path) => {
    const sandbox = await startTestSandbox(1);
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
