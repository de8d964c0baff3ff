import { describe, expect, it } from 'vitest';
import { readCitations } from '../../src/index.ts';

const url = 'https://www.acme.example/crm';

/** The items of a body; the reason where it is refused. */
function items(body: unknown): unknown {
  const reading = readCitations(body);
  return reading.ok ? reading.value.items : reading.reason;
}

const item = (more: object) => [
  { engine: 'chatgpt', url, domain: 'www.acme.example', date: null, title: null, count: null, ...more },
];

describe('the fields of a citation', () => {
  it.each<[object, object]>([
    [{ cited_page: url }, {}],
    [{ url, citation_date: '2026-11-01' }, { date: '2026-11-01' }],
    [{ url, response_date: '2026-11-01' }, { date: '2026-11-01' }],
    [{ url, cited_on: '2026-11-01' }, { date: '2026-11-01' }],
    [{ url, citation_title: 'CRM' }, { title: 'CRM' }],
    [{ url, headline: 'CRM' }, { title: 'CRM' }],
    [{ page: { url, title: 'CRM' } }, { title: 'CRM' }],
    [
      { source: { url, domain: 'acme.example' }, cited_on: '2026-11-01' },
      { domain: 'acme.example', date: '2026-11-01' },
    ],
    [{ citation: { url }, count: 3 }, { count: 3 }],
    [{ url, page: { title: 'CRM' } }, { title: 'CRM' }],
  ])('%j', (row, more) => {
    expect(items({ citations: [{ engine: 'chatgpt', ...row }] })).toEqual(item(more));
  });

  it('another object in a row is none of it', () => {
    expect(items({ citations: [{ engine: 'chatgpt', target: { url } }] })).toMatch(/no list of citations/);
  });

  it('an object of what is cited in a row is traced', () => {
    const reading = readCitations({ data: [{ engine: 'chatgpt', page: { url } }] });
    expect(reading.trace.fields['items.url']?.pointer).toBe('/data/*/page/url');
  });
});

describe('the engine of an answer', () => {
  it.each(['name', 'label', 'id'])('its %s where that is a known engine', (name) => {
    const answers = (value: unknown) => ({ answers: [{ [name]: value, question: 'q', sources: [{ url }] }] });
    expect(items(answers('ChatGPT'))).toEqual(item({ title: 'q' }));
    expect(items(answers('Acme'))).toEqual(item({ engine: null, title: 'q' }));
    expect(items(answers(7))).toEqual(item({ engine: null, title: 'q' }));
    expect(items(answers({ name: 'ChatGPT' }))).toEqual(item({ engine: null, title: 'q' }));
  });

  it('another field is none', () => {
    expect(items({ answers: [{ reference: 'ChatGPT', question: 'q', sources: [{ url }] }] })).toEqual(
      item({ engine: null, title: 'q' }),
    );
  });
});
