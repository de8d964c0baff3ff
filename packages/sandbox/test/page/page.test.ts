import { describe, expect, test } from 'vitest';
import { decisionList } from '../../src/decisions.ts';
import { escaped } from '../../src/page/escape.ts';
import { FORMS, get, idParameter, started } from '../started.ts';

describe.each(FORMS)('Form %i', (form) => {
  test('the page shows form, base URL, clock, websites, keys, curl lines, decisions and counts', async () => {
    const sandbox = await started(form);
    await get(sandbox, '/api/v1/websites');
    const response = await fetch(`${sandbox.baseUrl}/`);
    const html = await response.text();
    expect(response.headers.get('content-type')).toContain('text/html');
    expect(html).toContain(`Sandbox of the analytics service, Form ${form}`);
    expect(html).toContain('2026-11-16T09:00:00.000Z');
    expect(html).toContain(
      escaped(`${sandbox.baseUrl}/api/v1/authority?${idParameter(form)}=${sandbox.websites[0]?.id}`),
    );
    for (const { id, name, domain } of sandbox.websites) {
      for (const text of [id, name, domain]) expect(html).toContain(escaped(text));
    }
    for (const [label, key] of Object.entries(sandbox.keys)) {
      expect(html).toContain(`<td><code>${label}</code></td><td><code>${key}</code></td>`);
    }
    for (const { question, decided } of decisionList()) {
      expect(html).toContain(`<td>${escaped(question)}</td><td>${escaped(decided)}</td>`);
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
      'Websites',
      'Keys',
      'Requests by key',
      'Requests by endpoint',
      'What the specification does not show',
    ]);
    expect(html.match(/<table>/g)).toHaveLength(5);
  });

  test('it holds no admin token, no script, nothing from elsewhere, and no name as markup', async () => {
    const sandbox = await started(form);
    const response = await fetch(`${sandbox.baseUrl}/`);
    const html = await response.text();
    expect(html).not.toContain(sandbox.adminToken);
    expect(html).not.toMatch(/<script|<img|<[^>]*\ssrc=|@import/i);
    expect(html).not.toContain('=HYPERLINK("');
    expect(response.headers.get('content-security-policy')).toContain("default-src 'none'");
  });
});

test('looking at the page is not a request to the service', async () => {
  const sandbox = await started(1);
  await fetch(`${sandbox.baseUrl}/`);
  expect((await sandbox.admin.requests()).total).toBe(0);
});

test('the five characters of markup are escaped', () => {
  expect(escaped(`<a href="x" title='y'>&`)).toBe('&lt;a href=&quot;x&quot; title=&#39;y&#39;&gt;&amp;');
});
