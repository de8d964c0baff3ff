import { describe, expect, it } from 'vitest';
import { type Kind, suggestMapping } from '../../src/index.ts';

const twice = (row: object): readonly object[] => [row, row];

describe('the draft of a mapping', () => {
  it.each<[string, Kind, unknown, string, Readonly<Record<string, string>>]>([
    [
      'a website behind fields of other names',
      'websites',
      twice({
        creado_por: 'anna',
        id: null,
        uuid: 'w1',
        nota: 'x',
        nombre: 'Acme',
        dominio: 'acme.example',
      }),
      '/*',
      { id: '/uuid', name: '/nombre', domain: '/dominio' },
    ],
    [
      'a name behind an empty one',
      'websites',
      twice({ uuid: 'w1', title: ' ', name: '', label: 'Acme' }),
      '/*',
      { id: '/uuid', name: '/label' },
    ],
    [
      'a day behind another date',
      'analytics',
      { serie: twice({ creado: '2026-10-01', fecha: '2026-11-01', visitantes: 5 }) },
      '/serie/*',
      { date: '/fecha', visitors: '/visitantes' },
    ],
    [
      'an entry of a feed, by whole names before parts of others',
      'citations',
      {
        respuesta: twice({
          page_title: 'x',
          updated: '2026-10-01',
          date: 'hoy',
          fecha: '2026-11-01',
          link: 'a.example',
        }),
      },
      '/respuesta/*',
      { 'items.url': '/link', 'items.date': '/fecha' },
    ],
    [
      'a rival behind other texts and numbers',
      'competitors',
      { marcas: twice({ color: 'red', rank: 1, marca: 'A', anteil: 40, erwahnungen: 7 }) },
      '/marcas/*',
      {
        'competitors.name': '/marca',
        'competitors.share': '/anteil',
        'competitors.mentions': '/erwahnungen',
      },
    ],
    [
      'a share of mentions, which is not their number too',
      'competitors',
      { marcas: twice({ marca: 'A', mention_share: 40 }) },
      '/marcas/*',
      { 'competitors.name': '/marca', 'competitors.share': '/mention_share' },
    ],
    [
      'a part of a score behind other texts and numbers',
      'authority',
      { partes: twice({ color: 'red', peso: 3, factor: 'x', rating: 80 }) },
      '/partes/*',
      { 'components.name': '/factor', 'components.score': '/rating' },
    ],
    [
      'rows at the top before rows in a list',
      'competitors',
      { equipo: { a: twice({ marca: 'A', anteil: 40 }) }, b: twice({ marca: 'B', anteil: 30 }) },
      '/b/*',
      { 'competitors.name': '/marca', 'competitors.share': '/anteil' },
    ],
  ])('%s', (_, kind, body, rows, fields) => {
    expect(suggestMapping(kind, body).mapping).toEqual({ rows, fields });
  });

  it.each<[string, Kind, unknown]>([
    ['a list of dates', 'analytics', { dias: ['2026-11-01', '2026-11-02'] }],
    ['rows of names alone', 'competitors', { marcas: twice({ marca: 'A', color: 'red' }) }],
    [
      'a list in which not all are rows',
      'competitors',
      twice({ zz: 1, sub: [{ marca: 'B', anteil: 30 }, null] }),
    ],
    ['rows with an empty list', 'competitors', twice({ zz: 1, sub: [] })],
    ['no list', 'authority', 5],
  ])('is none for %s', (_, kind, body) => {
    const { mapping, comment } = suggestMapping(kind, body);
    expect(mapping).toStrictEqual({ fields: {} });
    expect(comment[0]).toBe(`nothing in the body looks like ${kind}`);
  });

  it('names two lists that are alike', () => {
    const body = twice({ marca: 'A', anteil: 40, sub: twice({ marca: 'B', anteil: 30 }) });
    expect(suggestMapping('competitors', body).comment).toContain('the rows may also be /*/sub/*');
  });
});

describe('the places that hold values', () => {
  const places = (body: unknown): readonly string[] => suggestMapping('authority', body).comment.slice(1);
  const deep = (levels: number, wrap: (inner: unknown) => unknown): unknown =>
    levels === 0 ? 5 : wrap(deep(levels - 1, wrap));

  it.each<[string, unknown, readonly string[]]>([
    ['a body that is one value', 5, ['the top: 5']],
    ['no body', undefined, ['the top: undefined']],
    ['a text that fits', 'x'.repeat(38), [`the top: "${'x'.repeat(38)}"`]],
    ['a text that is too long', 'x'.repeat(39), [`the top: "${'x'.repeat(36)}…`]],
    ['six objects', deep(6, (a) => ({ a })), ['/a/a/a/a/a/a: 5']],
    ['seven objects', deep(7, (a) => ({ a })), []],
    ['six lists', deep(6, (a) => [a]), ['/*/*/*/*/*/*: 5']],
    ['seven lists', deep(7, (a) => [a]), []],
  ])('%s', (_, body, told) => {
    expect(places(body)).toEqual(told);
  });
});
