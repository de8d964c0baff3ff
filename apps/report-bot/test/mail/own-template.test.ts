import { describe, expect, test } from 'vitest';
import { buildDigest } from '../../src/digest/digest.ts';
import { createInput, createSnapshots, fixtureWeeks } from '../../src/digest/fixture-weeks.ts';
import { readerSlots } from '../../src/message/text-layout.ts';
import { findMarkupFaults } from '../../src/renderers/mail/markup.ts';
import { checkMailTemplate } from '../../src/renderers/mail/template-samples.ts';
import { runTemplate } from '../../src/renderers/mail/template-thread.ts';
import type { MailTemplate } from '../../src/settings/mail-template.ts';
import { options, renderOwnTemplate as render, renderFixture, toTemplate } from './rendered.ts';

const html = `<!doctype html>
<html lang="{{language}}" dir="{{direction}}"><body style="border-color:{{colour}}">
<h1>{{headline}}</h1><p>{{slots.greeting}}</p>
{{#each sites as |site|}}<h2>{{site.name}}</h2>
{{#each cards}}<p>{{@index}} {{name}}: {{level}} of {{../name}}, {{@root.caption}}</p>
{{#if chart.image}}<img src="cid:{{chart.image.cid}}" alt="{{chart.alt}}">{{/if}}{{/each}}
{{#if href}}<a href="{{href}}">{{name}}</a>{{/if}}{{/each}}
{{#with logo}}<img src="cid:{{cid}}" alt="">{{else}}<b>{{words.website}}</b>{{/with}}
<p>{{slots.reason}}</p><a href="{{unsubscribe}}">{{words.unsubscribe}}</a></body></html>`;
const text = '{{headline}}\n{{slots.greeting}}\n{{#each notes}}- {{this}}\n{{/each}}{{unsubscribe}}\n';

describe("a schedule's template", () => {
  test('replaces the parts that it has, and keeps the built-in ones', async () => {
    const builtIn = renderFixture(fixtureWeeks.fall(), { name: 'Ann', address: 'ann@example.com' });
    const one = await render(toTemplate({ subject: '{{headline}}\r\nBcc: x@example.com' }));
    expect(one).toMatchObject({ fault: null, html: builtIn.html, text: builtIn.text });
    expect(one.subject).toMatch(/^\S.* Bcc: x@example\.com$/);
    const all = await render(toTemplate({ html, text }));
    expect(all.fault).toBeNull();
    expect(all.html).toContain('<h2>acme.com</h2>');
    expect(all.html).toMatch(/<p>0 Share of voice: .*of acme\.com, acme\.com · weekly report/);
    expect(all.html).toContain('Ann');
    expect(all.text).toMatch(/^\S.*\n.*Ann.*\n[\s\S]*mailto:reports@acme\.example/);
    expect(all.attachments.every(({ cid }) => all.html.includes(cid))).toBe(true);
    for (const slot of Object.values(readerSlots)) expect(all.html + all.text).not.toContain(slot);
  });

  test('passes the check if it renders every example week', async () => {
    const [long] = await checkMailTemplate(toTemplate({ subject: 'Weekly report: {{caption}}' }));
    expect(long).toMatch(/^\.\/mails: The subject has \d+ characters; a phone shows 37\.$/);
    expect(await checkMailTemplate(toTemplate({ html, text, subject: '{{subject}}' }))).toEqual([]);
  });

  test.each<[string, MailTemplate['sources'], string]>([
    [
      'an unknown name',
      { subject: 'a\n{{headlin}}' },
      'subject.hbs line 2: the mail has no "headlin" here; did you mean "headline"?',
    ],
    [
      'an unknown condition',
      { subject: 'x{{#if shares}}y{{/if}}' },
      'subject.hbs line 1: the mail has no "shares" here',
    ],
    ['an unknown list', { subject: 'x{{#each rows}}{{name}}{{/each}}' }, 'the mail has no "rows" here'],
    [
      'a name of another place',
      { subject: '{{#each sites}}{{headline}}{{/each}}' },
      'the mail has no "headline" here',
    ],
    ['a text in place of a list', { subject: '{{#each headline}}x{{/each}}' }, '"each" needs a list.'],
    [
      'triple braces',
      { html: '<p>{{{headline}}}</p>{{unsubscribe}}' },
      'html.hbs line 1: write {{…}} in place of {{{…}}}',
    ],
    ['an ampersand', { html: '<p>{{&headline}}</p>{{unsubscribe}}' }, 'in place of {{{…}}}'],
    ['a helper', { subject: '{{lookup sites 0}}' }, 'there are no helpers'],
    ['a log', { subject: 'x{{log headline}}' }, 'there are no helpers'],
    ['another block', { subject: '{{#sites}}x{{/sites}}' }, '{{#sites}} is none of'],
    ['a partial', { subject: '{{> other}}' }, 'there are no partials'],
    ['no end', { text: 'a\n{{#if headline}}\nb' }, 'text.hbs line 3: is not Handlebars'],
    ['no way out', { html: '<p>x</p>' }, 'html.hbs: has no {{unsubscribe}}'],
    [
      'a value that some weeks lack',
      { html: '<img src="cid:{{logo.cid}}" alt="">{{unsubscribe}}' },
      'guard it by {{#if}}',
    ],
    [
      'markup that mail programs drop',
      { html: '\n<svg></svg>{{unsubscribe}}' },
      'html.hbs line 2: has <svg>, which mails do not have.',
    ],
  ])('with %s fails the check, and the mail is the built-in one', async (_, sources, fault) => {
    const template = toTemplate(sources);
    expect((await checkMailTemplate(template))[0]).toContain(fault);
    const mail = await render(template);
    expect(mail.fault).toMatch(/^\.\/mails: /);
    expect(mail.html).toBe(
      renderFixture(fixtureWeeks.fall(), { name: 'Ann', address: 'ann@example.com' }).html,
    );
  });

  const evil = 'https://evil.example/';
  const style = 'red;background:url(//evil.example/px)';
  test.each<[string, string, string, string]>([
    ['a style', '<p style="color:{{name}}">', style, '<p style> with url()'],
    ['an escaped style', '<p style="color:{{name}}">', 'red;background:\\75 rl(//x)', '<p style> with '],
    ['an overlay', '<p style="{{name}}">', 'position:fixed;top:0', '<p style> with "position:fixed"'],
    ['a style sheet', '<style>p { color: {{name}} }</style>', 'red } *{}', '<style> with an expression'],
    ['a refresh', '<meta http-equiv="refresh" content="0;url={{name}}">', evil, '<meta http-equiv>'],
    ['an address', '<a href="{{name}}">x</a>', evil, `<a href> to "${evil}"`],
    ['a branch', '<a href="{{#if href}}{{href}}{{else}}{{name}}{{/if}}">x</a>', evil, '<a href> to'],
    ['a host', '<a href="https://docs.example.com{{name}}">x</a>', '.evil.example/', '<a href> to'],
    ['a mailbox', '<a href="mailto:{{name}}">x</a>', 'eve@evil.example', '<a href> to'],
    ['a relative address', '<a href="//{{name}}">x</a>', 'evil.example', '<a href> with "//evil'],
    ['a tab', '<a href="&#9;{{name}}">x</a>', 'javascript:alert(1)', '<a href> with "\\tjavascript'],
    ['an image', '<img alt="" src="{{name}}">', evil, '<img src> with'],
    ['a form', '<button formaction="{{name}}">', evil, '<button>, which'],
    ['a film', '<video poster="{{name}}">', evil, '<video>, which'],
    ['a ground', '<table background="{{name}}">', evil, '<table background>, which'],
    ['no quotes', '<i title={{name}}>x</i>', 'x onclick', '<i onclick>, which'],
    ['no attribute', '<p {{name}}>', 'onclick', '<p onclick>, which'],
    [
      'a comment with an apostrophe',
      `<!-- it's --><a href="#" onclick="{{name}}">x</a><!-- it's -->`,
      'alert(1)',
      '<a onclick>, which',
    ],
    ['a comment for Outlook', '<!--[if mso]><img alt="" src="{{name}}"><![endif]-->', evil, '<img src> with'],
    ['the greeting', '<p title="{{@root.slots.greeting}}">', 'x', '<p title> and a text for the reader'],
  ])('never makes %s of a name', async (_, markup, name, fault) => {
    const source = `<html><body>\n{{#each sites}}${markup}{{/each}}{{unsubscribe}}`;
    const template = toTemplate({ html: source });
    const website = { id: name, name, domain: null };
    const input = createInput([website], createSnapshots(website, [{}, {}]));
    const mail = await render(template, buildDigest(input));
    expect(mail.fault).toContain(`./mails: html.hbs`);
    expect(mail.fault).toContain(fault);
    expect(mail.html).toBe(renderFixture(input, { name: 'Ann', address: 'ann@example.com' }).html);
    // The example names would be an attribute, an address or a style as well.
    expect((await checkMailTemplate(template))[0]).toMatch(/^\.\/mails: html\.hbs/);
  });

  test('may write addresses, styles and comments of its own', async () => {
    const own = `<!-- it's {{caption}} --><!--[if mso]><p align="center"><![endif]-->
<style>@media (max-width: 300px) { td:nth-child(2) { color: rgb(0, 0, 0) !important } }</style>
<p style="font: 700 12px/1.5 'Segoe UI', メイリオ; border-color:{{colour}};">
<a href="https://docs.example.com/{{caption}}?q=1" target="_blank">x</a><a href="#top">x</a>
<a href="mailto:help@example.com?subject={{caption}}">x</a>{{#each links}}<a href="{{href}}">{{words}}</a>{{/each}}
<a href="{{unsubscribe}}">x</a>`;
    expect((await render(toTemplate({ html: own }))).fault).toBeNull();
  });

  const depth = 40;
  const slow = `${'{{#each @root.sites}}'.repeat(depth)}{{@root.headline}}${'{{/each}}'.repeat(depth)}{{unsubscribe}}`;

  test('that takes too long is stopped while the process answers, and the next one renders', async () => {
    const model = { sites: Array.from({ length: 100 }, () => ({})), headline: 'x', unsubscribe: 'y' };
    const order: string[] = [];
    const reply = runTemplate({ template: toTemplate({ text: slow }), model }, 500).then((one) => {
      order.push('reply');
      return one;
    });
    await new Promise((done) => setTimeout(done, 1));
    order.push('signal');
    expect(await reply).toEqual({
      parts: {},
      faults: [expect.stringMatching(/^takes more than 0\.5 s or 128 MB/)],
      isSlow: true,
    });
    expect(order).toEqual(['signal', 'reply']);
    expect((await render(toTemplate({ subject: 'Again {{headline}}' }))).subject).toMatch(/^Again /);
  });

  test('that makes too large a mail is replaced by the built-in one', async () => {
    const large = `<p>${'x'.repeat(80_000)}</p>{{unsubscribe}}`;
    expect((await render(toTemplate({ html: large }))).fault).toBe(
      './mails: is larger than 80000 bytes even in its shortest form.',
    );
  });

  test('may look like the built-in one, which has no fault either', () => {
    for (const input of Object.values(fixtureWeeks)) {
      const { html } = renderFixture(input(), { locale: 'ar' });
      const addresses = [options.unsubscribe];
      expect(findMarkupFaults(html, { source: html, addresses })).toEqual([]);
    }
  });
});
