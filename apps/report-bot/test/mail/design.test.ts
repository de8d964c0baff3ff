import { expect, test } from 'vitest';
import { fixtureWeeks } from '../../src/digest/fixture-weeks.ts';
import { toMailDesign } from '../../src/renderers/mail/logo.ts';
import { findMailFaults } from '../../src/renderers/mail/mail-faults.ts';
import { extractText, plainDesign, renderFixture } from './rendered.ts';

const content = new Uint8Array([0x89, 0x50, 0x4e, 0x47]);

test('a mail has the colour, logo, intro and footer of its schedule', () => {
  const look = {
    ...plainDesign,
    colour: '#7a1f5f',
    logo: { content, type: 'png' as const },
    intro: 'Hi <all>',
    footer: 'Bye & co',
  };
  const mail = renderFixture(fixtureWeeks.fall(), { design: toMailDesign(look, null) });
  expect(mail.html).toContain('background-color:#7a1f5f');
  const [logo] = mail.attachments;
  expect(logo).toMatchObject({ content, contentType: 'image/png' });
  expect(mail.html).toContain(`src="cid:${logo?.cid}"`);
  for (const part of [extractText(mail.html), mail.text]) {
    expect(part).toContain('Hi <all>');
    expect(part).toContain('Bye & co');
  }
  expect(mail.html).not.toContain('<all>');
});

test('a mail has the wanted sections only', () => {
  const titles = ['You and your competitors', 'Citations by engine'] as const;
  const found = (sections: readonly ('competitors' | 'engines')[]) => {
    const { text } = renderFixture(fixtureWeeks.fall(), {
      design: toMailDesign({ ...plainDesign, sections }, null),
    });
    return titles.filter((title) => text.includes(title));
  };
  expect([found([]), found(['engines']), found(['competitors'])]).toEqual([[], [titles[1]], [titles[0]]]);
});

/** The addresses to which the figures of a mail lead, each once, and how many figures there are. */
const readFigureLinks = (html: string) => {
  const links = [...html.matchAll(/<a href="([^"]*)" class="n /g)].map(([, href]) => href);
  return { places: [...new Set(links)], count: links.length };
};

test('each number leads to the dashboard, else the sheet, else the page, else nowhere', () => {
  const [dashboard, sheet, webCopy] = [
    'https://d.example/{website}',
    'https://s.example',
    'https://w.example',
  ];
  const all = { ...plainDesign, sections: ['competitors', 'engines', 'components'] as const };
  for (const [design, extras, place] of [
    [toMailDesign({ ...all, sheet }, dashboard), webCopy, 'https://d.example/w_acme'],
    [toMailDesign({ ...all, sheet }, null), webCopy, sheet],
    [toMailDesign(all, null), webCopy, webCopy],
    [toMailDesign(all, null), null, null],
  ] as const) {
    const mail = renderFixture(fixtureWeeks.fall(), { design, extras: { webCopy: extras, figures: null } });
    const { places, count } = readFigureLinks(mail.html);
    expect(places).toEqual(place === null ? [] : [place]);
    // Four cards, three competitors, two engines and a component, each with a level and a change.
    expect(count).toBe(place === null ? 0 : 20);
    expect(findMailFaults(mail)).toEqual([]);
    if (place !== null) expect(mail.text.split(place)).toHaveLength(2);
  }
  for (const week of ['movers', 'agency', 'manyFirst'] as const) {
    const { html, text } = renderFixture(fixtureWeeks[week](), { design: toMailDesign(all, dashboard) });
    const { places, count } = readFigureLinks(html);
    expect(places.length).toBeGreaterThan(2);
    expect(html).not.toMatch(/<a [^>]*><\/a>/);
    expect(count).toBeGreaterThan(places.length);
    for (const place of places) expect(text.split(`${place}\n`).length).toBeLessThanOrEqual(2);
  }
});

test('each website links to its dashboard, whose address cannot leave its attribute', () => {
  const design = toMailDesign(plainDesign, 'https://dash.example/{website}/week?a="b"&c');
  const { html, text } = renderFixture(fixtureWeeks.movers(), { design });
  const links = [...html.matchAll(/href="(https:[^"]*)"/g)].map(([, href]) => href);
  expect(links.length).toBeGreaterThanOrEqual(4);
  for (const at of [1, 5, 9])
    expect(links).toContain(`https://dash.example/w_${at}/week?a&#x3D;&quot;b&quot;&amp;c`);
  expect(text).toContain('https://dash.example/w_1/week?a="b"&c');
});
