import { describe, expect, test } from 'vitest';
import { buildDigest } from '../../src/digest/digest.ts';
import { fixtureWeeks } from '../../src/digest/fixture-weeks.ts';
import { defaultDesign } from '../../src/mail/design.ts';
import { type MailOptions, renderMail } from '../../src/mail/render.ts';
import { checkMailTemplate, runTemplate } from '../../src/mail/template-thread.ts';
import { readerSlots } from '../../src/mail/text-layout.ts';
import type { MailTemplate } from '../../src/settings/mail-template.ts';
import { options, renderFixture } from './rendered.ts';

const toTemplate = (sources: MailTemplate['sources']): MailTemplate => ({ name: './mails', sources });
const render = (template: MailTemplate, week: keyof typeof fixtureWeeks = 'fall') => {
  const chosen: MailOptions = { ...options, design: { ...defaultDesign, template } };
  const mail = renderMail(buildDigest(fixtureWeeks[week]()), chosen);
  return { fault: mail.fault, ...mail.for({ name: 'Ann', address: 'ann@example.com' }) };
};

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
  test('replaces the parts that it has, and keeps the built-in ones', () => {
    const builtIn = renderFixture(fixtureWeeks.fall(), { name: 'Ann', address: 'ann@example.com' });
    const one = render(toTemplate({ subject: '{{headline}}\r\nBcc: x@example.com' }));
    expect(one).toMatchObject({ fault: null, html: builtIn.html, text: builtIn.text });
    expect(one.subject).toMatch(/^\S.* Bcc: x@example\.com$/);
    const all = render(toTemplate({ html, text }));
    expect(all.fault).toBeNull();
    expect(all.html).toContain('<h2>acme.com</h2>');
    expect(all.html).toMatch(/<p>0 Share of voice: .*of acme\.com, acme\.com · weekly report/);
    expect(all.html).toContain('Ann');
    expect(all.text).toMatch(/^\S.*\n.*Ann.*\n[\s\S]*mailto:reports@acme\.example/);
    expect(all.attachments.every(({ cid }) => all.html.includes(cid))).toBe(true);
    for (const slot of Object.values(readerSlots)) expect(all.html + all.text).not.toContain(slot);
  });

  test('passes the check if it renders every example week', () => {
    expect(checkMailTemplate(toTemplate({ subject: 'Weekly report: {{caption}}' }))[0]).toMatch(
      /^\.\/mails: The subject has \d+ characters; a phone shows 37\.$/,
    );
    expect(checkMailTemplate(toTemplate({ html, text, subject: '{{subject}}' }))).toEqual([]);
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
    [
      'an attribute without quotes',
      { html: '<p>\n<i title={{headline}}></i>{{unsubscribe}}' },
      'html.hbs line 2: quote the attribute',
    ],
    ['a free attribute', { html: '<p {{headline}}>{{unsubscribe}}' }, 'quote the attribute'],
    [
      'a free address',
      { html: '<a href="{{headline}}">x</a>{{unsubscribe}}' },
      'href takes an address of the mail',
    ],
    [
      'a free address in a branch',
      { html: "<a href='{{#if single}}{{headline}}{{/if}}'>x</a>{{unsubscribe}}" },
      'href takes an address',
    ],
    [
      'an image of a style',
      { html: '<p style="background: url({{headline}})">x</p>{{unsubscribe}}' },
      'style takes an address',
    ],
    ['an event', { html: '<a onclick="{{headline}}">x</a>{{unsubscribe}}' }, 'onclick runs scripts'],
    [
      'a style sheet',
      { html: '<style>p { color: {{colour}} }</style>{{unsubscribe}}' },
      'no expression may be in <style>',
    ],
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
    ['markup that mail programs drop', { html: '<svg></svg>{{unsubscribe}}' }, 'The HTML part has an <svg>.'],
  ])(
    'with %s fails the check, and the mail is the built-in one if it would be wrong',
    (_, sources, fault) => {
      const template = toTemplate(sources);
      expect(checkMailTemplate(template)[0]).toContain(fault);
      const mail = render(template);
      if (mail.fault !== null)
        expect(mail.html).toBe(
          renderFixture(fixtureWeeks.fall(), { name: 'Ann', address: 'ann@example.com' }).html,
        );
      if (!sources.html?.includes('<svg>')) expect(mail.fault).toMatch(/^\.\/mails: /);
    },
  );

  test('that takes too long is stopped, and the next one renders', () => {
    const depth = 40;
    const slow = `${'{{#each others}}'.replace('others', '@root.sites')}`;
    const source = `${slow.repeat(depth)}{{@root.headline}}${'{{/each}}'.repeat(depth)}{{unsubscribe}}`;
    const model = { sites: Array.from({ length: 100 }, () => ({})), headline: 'x', unsubscribe: 'y' };
    const reply = runTemplate({ template: toTemplate({ text: source }), model }, 500);
    expect(reply).toEqual({
      parts: {},
      faults: [expect.stringMatching(/^takes more than 0\.5 s or 128 MB/)],
    });
    expect(render(toTemplate({ subject: 'Again {{headline}}' })).subject).toMatch(/^Again /);
  });

  test('that makes too large a mail is replaced by the built-in one', () => {
    const large = `<p>${'x'.repeat(80_000)}</p>{{unsubscribe}}`;
    expect(render(toTemplate({ html: large })).fault).toBe(
      './mails: is larger than 80000 bytes even in its shortest form',
    );
  });
});
