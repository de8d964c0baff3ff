import { expect, test } from 'vitest';
import { fixtureWeeks } from '../../src/digest/fixture-weeks.ts';
import { toMailDesign } from '../../src/renderers/mail/logo.ts';
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

test('each website links to its dashboard, whose address cannot leave its attribute', () => {
  const design = toMailDesign(plainDesign, 'https://dash.example/{website}/week?a="b"&c');
  const { html, text } = renderFixture(fixtureWeeks.movers(), { design });
  const links = [...html.matchAll(/href="(https:[^"]*)"/g)].map(([, href]) => href);
  expect(links.length).toBeGreaterThanOrEqual(4);
  for (const at of [1, 5, 9])
    expect(links).toContain(`https://dash.example/w_${at}/week?a&#x3D;&quot;b&quot;&amp;c`);
  expect(text).toContain('https://dash.example/w_1/week?a="b"&c');
});
