import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { formatJsonSchema } from '../../src/settings/schema.ts';
import { type BotSettings, parseSettings } from '../../src/settings/settings.ts';

const reference = (name: string): string => `$\{${name}}`;
const environment = {
  ANSWERSHARE_API_KEY: 'rs_live_0123456789abcdef0123456789abcdef',
  SMTP_PASSWORD: 'pass-canary',
  HOOK_URL: 'https://hooks.example.com/pass-canary',
  OTHER_URL: 'https://hooks.example.com/pass-canary/2',
  THIRD_URL: 'https://hooks.example.com/pass-canary/3',
  PLAIN_URL: 'http://hooks.example.com/pass-canary',
};

const quoted = (name: string): string => `"${reference(name)}"`;

const good = `service:
  url: https://api.example.com
  key: ${reference('ANSWERSHARE_API_KEY')}
smtp:
  host: smtp.example.com
  port: 465
  user: bot
  password: ${reference('SMTP_PASSWORD')}
  from: "Answershare <digest@example.com>"
schedules:
  - id: weekly
    cron: "0 9 * * 1"
    timezone: Europe/Berlin
    websites: [acme.com, ws_1]
    recipients: [ann@example.com, {to: bob@example.com, name: Bob, locale: de}]
`;

const check = (text: string, extra: Record<string, string | undefined> = {}): BotSettings =>
  parseSettings('answershare.yaml', text, { ...environment, ...extra });

function readError(text: string, extra: Record<string, string | undefined> = {}): string {
  try {
    check(text, extra);
  } catch (thrown) {
    return (thrown as Error).message;
  }
  throw new Error('the settings were accepted');
}

const changed = (from: string | RegExp, to: string): string => {
  const text = good.replace(from, to);
  if (text === good) throw new Error(`nothing to replace: ${from}`);
  return text;
};

describe('good settings', () => {
  test('become checked settings with every default filled in', () => {
    const settings = check(good);
    expect(settings.services[0]).toMatchObject({ form: 'auto', key: environment.ANSWERSHARE_API_KEY });
    expect(settings.mail).toMatchObject({ secure: true, requireTls: true, password: 'pass-canary' });
    expect(settings.snapshots).toEqual({ time: '05:30', timezone: 'UTC' });
    expect(settings.schedules[0]?.recipients).toEqual([
      { to: 'ann@example.com', name: null, locale: 'en' },
      { to: 'bob@example.com', name: 'Bob', locale: 'de' },
    ]);
  });

  test('the folder of a web copy is next to the settings file', () => {
    const [schedule] = check(`${good}    attach: [csv]\n    webCopy: {folder: ./reports}\n`).schedules;
    expect([schedule?.attach, schedule?.webCopy]).toEqual([
      ['csv'],
      { folder: join(process.cwd(), 'reports'), url: null },
    ]);
  });

  test('DATABASE_URL wins over the folder', () => {
    expect(check(good).store).toHaveProperty('folder');
    expect(check(good, { DATABASE_URL: 'postgres://db/answershare' }).store).toEqual({
      url: 'postgres://db/answershare',
    });
  });
});

describe('what a person knows of the service', () => {
  const known = (lines: string): string => changed('smtp:', `${lines}smtp:`);
  const recipes = `  recipes:
    competitors:
      - v: 1
        kind: competitors
        whole: { shareOfVoice: "/\${SHARE} fraction" }
    authority: { v: 1, kind: authority, whole: { score: /a~1b/0! number }, constants: { scale: 1000 } }
`;
  const value = {
    competitors: [{ v: 1, kind: 'competitors', whole: { shareOfVoice: '/$' + '{SHARE} fraction' } }],
    authority: {
      v: 1,
      kind: 'authority',
      whole: { score: '/a~1b/0! number' },
      constants: { scale: 1000 },
    },
  };

  test('is kept as it was written', () => {
    const [service] = check(known(`  plan: growth\n${recipes}`)).services;
    expect(service?.plan).toBe('growth');
    expect(service?.recipes).toEqual(value);
    expect(check(good).services[0]).not.toHaveProperty('recipes');
  });

  test('is complained of all at once, each with its line', () => {
    const text = known(`  plan: free
  mappings: { competitors: { rows: "*" } }
  recipes:
    competitor: {}
    competitors:
      - v: 1
        kind: competitors
        wole: {}
        whole: { shareOfVoice: /a percent, sharOfVoice: /a percent }
    authority:
      v: 1
      kind: authority
      whole:
        scor: /a number
        score: /a percent
    analytics:
      v: 1
      kind: analytics
      lists:
        days:
          - at: /days
            fields: { date: /days/*/date date }
`);
    expect(readError(text).split('\n').slice(1)).toEqual([
      '  answershare.yaml:4  service.plan "free" is not allowed; write one of starter, growth, enterprise.',
      '  answershare.yaml:5  service.mappings is now service.recipes; make one with "answershare recognise KIND FILES".',
      '  answershare.yaml:7  service.recipes.competitor is not a setting; did you mean "competitors"? Known here: websites, analytics, citations, competitors, authority.',
      expect.stringMatching(
        /^ {2}answershare\.yaml:11 {2}service\.recipes\.competitors\[0\]\.wole is not a setting; did you mean "whole"\?/,
      ),
      expect.stringMatching(
        /^ {2}answershare\.yaml:12 {2}service\.recipes\.competitors\[0\]\.whole\.sharOfVoice .* is for no field;/,
      ),
      '  answershare.yaml:17  service.recipes.authority.whole.scor "/a number" is for no field; use score, scale, website.',
      '  answershare.yaml:18  service.recipes.authority.whole.score "/a percent" does not fit: score is a number, and percent is a share.',
      '  answershare.yaml:24  service.recipes.analytics.lists.days[0].at "/days" is not a pointer to each row, such as "/data/days/*".',
    ]);
  });

  test('may be a file with the recipes of all endpoints, complained of in its own lines', () => {
    const folder = mkdtempSync(join(tmpdir(), 'answershare-recipes-'));
    const write = (text: string): string => {
      writeFileSync(join(folder, 'recipes.yaml'), text);
      return known(`  recipes: ${join(folder, 'recipes.yaml')}\n`);
    };
    for (const text of [`service:\n${recipes}`, recipes.replace(/^ {2}/gm, ''), JSON.stringify(value)])
      expect(check(write(text)).services[0]?.recipes).toEqual(value);
    expect(readError(write('service:\n  recipes:\n    authority: { v: 1, kind: citations }\n'))).toMatch(
      /recipes\.yaml:3 {2}authority\.kind "citations" is not allowed; write one of authority\.$/,
    );
    expect(readError(known('  recipes: ./none.yaml\n'))).toMatch(
      /\.\/none\.yaml:1 {2}the file does not exist; name a file with recipes/,
    );
    rmSync(folder, { recursive: true });
  });
});

describe('one mistake is one complaint with file and line', () => {
  test.each([
    [
      'an unknown key',
      changed('    timezone:', '    timezon:'),
      [/:13 {2}schedules\[0\]\.timezon is not a setting; did you mean "timezone"\?/],
    ],
    [
      'an unknown key of the file',
      changed('smtp:', 'stmp:'),
      [
        /:4 {2}stmp is not a setting; did you mean "smtp"\? Known here: service, services, store, smtp, postmark, resend, ses, snapshots, http, gateway, notify, retention, clients, names, events, goals, schedules, alerts\./,
      ],
    ],
    [
      'an unknown key of a recipient',
      changed('name: Bob', 'nmae: Bob'),
      [/:15 {2}schedules\[0\]\.recipients\[1\]\.nmae is not a setting; did you mean "name"\?/],
    ],
    [
      'a bad cron',
      changed('0 9 * * 1', '0 25 * * 1'),
      [/:12 {2}schedules\[0\]\.cron "0 25 \* \* 1" is not a cron expression/],
    ],
    [
      'an unknown time zone',
      changed('Europe/Berlin', 'Europe/Berlni'),
      [/:13 {2}schedules\[0\]\.timezone "Europe\/Berlni" is not a time zone/],
    ],
    [
      'a bad address',
      changed('ann@example.com', 'ann.example.com'),
      [/:15 {2}schedules\[0\]\.recipients\[0\] "ann\.example\.com" is not a mail address/],
    ],
    [
      'a bad value',
      changed('url: https', 'form: 3\n  url: https'),
      [/:2 {2}service\.form 3 is not allowed; write auto or 1 or 2\./],
    ],
    ['a wrong type', changed('port: 465', 'port: "465"'), [/:6 {2}smtp\.port "465" must be a number/]],
    [
      'a literal key',
      changed(reference('ANSWERSHARE_API_KEY'), 'rs_live_abcdefabcdef'),
      [/:3 {2}service\.key holds a secret in the file; write \$\{ANSWERSHARE_API_KEY\} here/],
    ],
    [
      'a literal password',
      changed(reference('SMTP_PASSWORD'), 'hunter2hunter2'),
      [/:8 {2}smtp\.password holds a secret in the file/],
    ],
    ['no service', changed(/service:\n.*\n.*\n/, 'services: {}\n'), [/:1 {2}service is missing; add it\./]],
    [
      'each fault of several services',
      `${changed(
        /service:\n.*\n.*\n/,
        `services: {Acme: {url: "https://a.example", key: ${quoted('ANSWERSHARE_API_KEY')}}, b: {url: "http://b.example", key: rs_live_abcdefabcdef, plan: gold}, c: {url: "https://c.example", key: ${quoted('SMTP_PASSWORD')}}}\n`,
      )}http: {listen: "127.0.0.1:1", webhooks: {services: {d: {scheme: {}, secret: ${quoted('SMTP_PASSWORD')}}}}}\n`,
      [
        /:1 {2}services.*must be lower-case letters, digits and hyphens/,
        /:1 {2}services\.b\.url is http to another machine/,
        /:1 {2}services\.b\.key holds a secret in the file/,
        /:1 {2}services\.b\.plan "gold" is not allowed/,
        /:1 {2}services\.c\.key \$\{SMTP_PASSWORD\}: /,
        /:\d+ {2}http\.webhooks\.services\.d\.scheme is no scheme/,
        /:\d+ {2}http\.webhooks\.services\.d is no service of "services"/,
      ],
    ],
    [
      'a second sender',
      `${good}resend: {key: "${reference('SMTP_PASSWORD')}", from: a@example.com}\n`,
      [/:16 {2}resend is a second sender next to smtp; keep one of the two\./],
    ],
    [
      'each fault of the senders',
      `${changed(
        / {2}user: bot\n/,
        `  ca: ./package.json\n  oauth2: {tokenUrl: "http://example.com", clientId: c}\n  dkim: {selector: a b, privateKey: "${reference('SMTP_PASSWORD')}"}\n`,
      )}notify: {ses: {region: here, from: a@example.com, accessKeyId: AKIA, secretAccessKey: "${reference('SMTP_PASSWORD')}"}}\n`,
      [
        /:7 {2}smtp\.ca "\.\/package\.json" names a file that does not begin with a certificate/,
        /:8 {2}smtp\.oauth2 needs a refreshToken, or a clientSecret/,
        /:8 {2}smtp\.oauth2\.tokenUrl "http:\/\/example\.com" is not an https address/,
        /:9 {2}smtp\.dkim\.selector "a b" may have letters/,
        /:9 {2}smtp\.dkim\.privateKey .*is not an RSA private key of 1024 bits or more/,
        /:10 {2}smtp\.password .*is of no use with smtp\.oauth2/,
        /:4 {2}smtp\.user is missing; add it/,
        /:18 {2}notify\.ses\.region "here" is not a region of AWS/,
        /:18 {2}notify\.ses\.accessKeyId holds a secret in the file; write \$\{AWS_ACCESS_KEY_ID\}/,
      ],
    ],
    [
      'a missing file reference',
      changed(reference('SMTP_PASSWORD'), reference('file:./nowhere')),
      [
        /:8 {2}smtp\.password names the file \.\/nowhere, which does not exist; name a regular file of at most 64 KB/,
      ],
    ],
    ['malformed YAML', changed('  url: https', '\turl: https'), [/:2 {2}the file is not YAML here: /]],
    [
      'a repeated key',
      changed('  host:', '  port: 25\n  host:'),
      [/:\d+ {2}the file is not YAML here: .*unique/],
    ],
    [
      'a schedule id twice',
      `${good}  - {id: weekly, cron: "0 9 * * 2", timezone: UTC, recipients: [a@example.com]}\n`,
      [/:16 {2}schedules\[1\]\.id "weekly" is used by an earlier schedule/],
    ],
    [
      'an alias to nothing',
      changed('url: https', 'form: *x\n  url: https'),
      [/:2 {2}\*x repeats nothing: no value before it is marked &x; quote text that begins with \*/],
    ],
    [
      'an alias inside its own value',
      changed('[acme.com, ws_1]', '&all [acme.com, *all]'),
      [/:14 {2}\*all repeats nothing: it is inside the value that it repeats/],
    ],
    [
      'aliases of aliases',
      `${good}a: &a [1, 1, 1, 1, 1, 1, 1]\n${[...'bcdef']
        .map((name, at) => `${name}: &${name} [${Array(7).fill(`*${'abcde'[at]}`).join(', ')}]\n`)
        .join('')}`,
      [/:1 {2}the file repeats too much through aliases/],
    ],
    [
      'a misspelt required key next to one that is missing',
      `${good}snapshots:\n  tiem: "05:30"\n`,
      [
        /:17 {2}snapshots\.tiem is not a setting; did you mean "time"\?/,
        /:16 {2}snapshots\.timezone is missing; add it\./,
      ],
    ],
    [
      'a misspelt block with a required key',
      changed('service:', 'servcie:'),
      [/:1 {2}servcie is not a setting; did you mean "service"\?/],
    ],
    [
      'a schedule without recipient and channel',
      changed(/ {4}recipients:.*\n/, ''),
      [/:11 {2}schedules\[0\] needs at least one recipient or channel\./],
    ],
    [
      'an address of a channel that others could read, and a weak secret',
      `${good}    channels:
      - slack: ${reference('PLAIN_URL')}
      - webhook: ${reference('HOOK_URL')}
        secret: ${reference('SMTP_PASSWORD')}\n`,
      [
        /:17 {2}schedules\[0\]\.channels\[0\]\.slack "\$\{PLAIN_URL\}" is not an address that a digest may go to/,
        /:19 {2}schedules\[0\]\.channels\[1\]\.secret "\$\{SMTP_PASSWORD\}" is not a signing secret/,
      ],
    ],
    [
      'an address of a channel in the file, and a misspelt kind that lacks its secret',
      `${good}    channels:
      - slack: https://hooks.slack.com/services/T1/B1/pass-canary
      - webook: ${reference('HOOK_URL')}\n`,
      [
        /:17 {2}schedules\[0\]\.channels\[0\]\.slack holds a secret in the file; write \$\{SLACK_WEBHOOK_URL\} here/,
        /:18 {2}schedules\[0\]\.channels\[1\]\.webook is not a setting; did you mean "webhook"\?/,
        /:18 {2}schedules\[0\]\.channels\[1\]\.secret is missing; add it\./,
      ],
    ],
    [
      'a channel with two addresses, one with none, and one without its secret',
      `${good}    channels:
      - slack: ${reference('HOOK_URL')}
        teams: ${reference('OTHER_URL')}
      - locale: de
      - webhook: ${reference('THIRD_URL')}\n`,
      [
        /:17 {2}schedules\[0\]\.channels\[0\] has several addresses; write an entry for each\./,
        /:19 {2}schedules\[0\]\.channels\[1\] has no address; write one of slack, teams and webhook\./,
        /:20 {2}schedules\[0\]\.channels\[2\]\.secret is missing; add it\./,
      ],
    ],
    [
      'a channel twice',
      `${good}    channels:
      - slack: ${reference('HOOK_URL')}
      - teams: ${reference('HOOK_URL')}\n`,
      [/:18 {2}schedules\[0\]\.channels\[1\]\.teams "\$\{HOOK_URL\}" is a channel of this schedule already/],
    ],
    [
      'a recipient twice',
      changed('{to: bob@example.com, name: Bob, locale: de}', '{to: Ann@Example.com, name: Ann}'),
      [
        /:15 {2}schedules\[0\]\.recipients\[1\]\.to "Ann@Example\.com" is a recipient of this schedule already/,
      ],
    ],
    [
      'a language that does not exist',
      changed('locale: de', 'locale: klingon'),
      [/:15 {2}schedules\[0\]\.recipients\[1\]\.locale "klingon" is not a language that numbers/],
    ],
    [
      'an empty text',
      changed(/host: .*/.exec(good)?.[0] ?? '', 'host: ""'),
      [/:5 {2}smtp\.host "" is empty; write a text\.$/m],
    ],
    [
      'a port that is too large',
      changed('port: 465', 'port: 99999'),
      [/:6 {2}smtp\.port 99999 is too large; write 65535 or less\.$/m],
    ],
    [
      'a port that is too small',
      changed('port: 465', 'port: 0'),
      [/:6 {2}smtp\.port 0 is too small; write 1 or more\.$/m],
    ],
    [
      'an empty list of websites',
      changed('[acme.com, ws_1]', '[]'),
      [/:14 {2}schedules\[0\]\.websites is .*; write .*entry\.?$/m],
    ],
    [
      'a pale colour and an unknown section of a mail',
      `${good}    mail: {colour: "#6ea3f2", sections: [citations]}\n`,
      [
        /:16 {2}schedules\[0\]\.mail\.colour "#6ea3f2" has a contrast of 2\.3:1 on the mail's grey; links need 4\.5:1/,
        /:16 {2}schedules\[0\]\.mail\.sections\[0\] .*competitors/,
      ],
    ],
    [
      'alerts without a condition, with two, beyond a share, and with a misspelt setting',
      `${good}alerts:
  - {id: weekly, timezone: UTC, figure: share, recipients: [ann@example.com]}
  - {id: two, timezone: UTC, figure: share, below: 120, above: 3, recipients: [ann@example.com]}
  - {id: three, timezone: UTC, figur: share, recipients: [ann@example.com]}\n`,
      [
        /:17 {2}alerts\[0\] has no condition; write one of below, above, changes and on\./,
        /:17 {2}alerts\[0\]\.id "weekly" is the id of a schedule/,
        /:18 {2}alerts\[1\] has below and above; write an alert for each\./,
        /:18 {2}alerts\[1\]\.below 120 is a share of voice; write per cent under 100\./,
        /:19 {2}alerts\[2\]\.figur is not a setting; did you mean "figure"\?/,
        /:19 {2}alerts\[2\] has no condition; write one of below, above, changes and on\./,
      ],
    ],
    [
      'an alert without a recipient, and one with the id of a schedule',
      `${good}alerts:
  - {id: alarm, timezone: UTC, figure: share, below: 30}
  - {id: weekly, timezone: UTC, figure: share, below: 30, recipients: [ann@example.com]}\n`,
      [
        /:17 {2}alerts\[0\] needs at least one recipient or channel\./,
        /:18 {2}alerts\[1\]\.id "weekly" is the id of a schedule; the ledger identifies both by id\./,
      ],
    ],
    [
      'a logo that is missing',
      `${good}    mail: {logo: nowhere.png}\n`,
      [/:16 {2}schedules\[0\]\.mail\.logo "nowhere\.png" does not exist\./],
    ],
    [
      'a template without a folder',
      `${good}    mail: {template: nowhere}\n`,
      [/:16 {2}schedules\[0\]\.mail\.template "nowhere" is no folder that can be read \(ENOENT\)\./],
    ],
    [
      'a template without files',
      `${good}    mail: {template: .}\n`,
      [/:16 {2}schedules\[0\]\.mail\.template "\." has none of html\.hbs, text\.hbs, subject\.hbs\./],
    ],
    [
      'a logo that is no image',
      `${good}    mail: {logo: package.json}\n`,
      [/:16 {2}schedules\[0\]\.mail\.logo "package\.json" is no PNG, JPEG or GIF image\./],
    ],
    [
      'a dashboard that cannot name a website',
      changed('smtp:', '  dashboard: https://dash.example/\nsmtp:'),
      [/service\.dashboard "https:\/\/dash\.example\/" has no \{website\}, the place of the website id/],
    ],
    [
      'files and addresses of a digest that cannot be used',
      `${good}    attach: [pdf]\n    webCopy: {folder: ./r, url: "https://r.example/"}\n    mail: {sheet: "http://docs.google.com/d/1"}\n`,
      [
        /:16 {2}schedules\[0\]\.attach\[0\] "pdf"/,
        /:17 {2}schedules\[0\]\.webCopy\.url "https:\/\/r\.example\/" has no \{file\}, the place of the file name/,
        /:18 {2}schedules\[0\]\.mail\.sheet "http:\/\/docs\.google\.com\/d\/1" is not an https address/,
      ],
    ],
    [
      'a web copy that goes over http to another machine, and one of an alert',
      `${good}    webCopy: {folder: ./r, url: "http://r.example/{file}"}\nalerts:\n  - {id: a, figure: share, below: 30, timezone: UTC, recipients: [ann@example.com], webCopy: {folder: ./r}}\n`,
      [
        /:16 {2}schedules\[0\]\.webCopy\.url .* goes over http to another machine/,
        /:18 {2}alerts\[0\]\.webCopy/,
      ],
    ],
    [
      'names of two entries, of none, and of no day',
      `${good}names:\n  brands:\n    - {name: Hub, aliases: [hub.example, Fell]}\n    - {name: fell, aliases: [HUB]}\n    - {name: Alba, aliases: []}\n  engines: [{name: Gemini, aliases: [Duet], from: May}, {name: Duo, aliases: [duet], from: 2026-11-01}]\n`,
      [
        /:19 {2}names\.brands\[1\]\.name "fell" is a name of "Hub" already; remove one of the two/,
        /:19 {2}names\.brands\[1\]\.aliases\[0\] "HUB" is a name of "Hub" already/,
        /:20 {2}names\.brands\[2\]\.aliases/,
        /:21 {2}names\.engines\[0\]\.from "May" must be a day such as 2026-11-01/,
      ],
    ],
    ['an empty file', '', [/:1 {2}service is missing; add it\./]],
  ])('%s', (_name, text, expected) => {
    const message = readError(text);
    for (const line of expected) expect(message).toMatch(line);
    expect(message.split('\n')).toHaveLength(expected.length + 1);
    expect(message).not.toMatch(/rs_live_\w|hunter2|pass-canary/);
  });

  test.each([
    'mysql://bot:pass-canary@127.0.0.1/x',
    'garbage',
    'postgres:127.0.0.1/x',
    'postgres://bot:pass-canary/1@127.0.0.1/x',
  ])('a database that is not at a PostgreSQL address is refused without a word of it', (url) => {
    const address =
      'is not a PostgreSQL address; it starts with postgres:// and has / and # in its password as %2F and %23.';
    expect(readError(good, { DATABASE_URL: url }).split('\n').slice(1)).toEqual([
      `  answershare.yaml:1  DATABASE_URL of the environment ${address} Without the variable the ledger is that of "store".`,
    ]);
    const text = `${good}store: {url: "${reference('LEDGER')}"}\n`;
    expect(readError(text, { LEDGER: url }).split('\n').slice(1)).toEqual([
      `  answershare.yaml:16  store.url "${reference('LEDGER')}" ${address}`,
    ]);
  });

  test('a missing variable is named', () => {
    expect(readError(good, { SMTP_PASSWORD: undefined })).toContain(
      ':8  smtp.password needs the environment variable SMTP_PASSWORD, which is not set',
    );
  });

  test.each([
    ['rsc_live_0123456789abcdef', 'Content API token'],
    ['live_0123456789abcdef', 'wrong format'],
    ['rs_live_01234 6789abcdef', 'wrong format'],
  ])('a key of wrong format is never shown', (key, words) => {
    const message = readError(good, { ANSWERSHARE_API_KEY: key });
    expect(message).toContain(words);
    expect(message).toContain(':3  service.key');
    expect(message).not.toContain('0123');
  });

  test('reports several mistakes at once, in the order of the file', () => {
    const text = good.replace('0 9 * * 1', 'monday').replace('port: 465', 'port: 0').replace('https', 'ftp');
    const lines = readError(text)
      .split('\n')
      .slice(1)
      .map((line) => line.trim().split('  ')[0]);
    expect(lines).toEqual(['answershare.yaml:2', 'answershare.yaml:6', 'answershare.yaml:12']);
  });
});

describe('one round reports all faults', () => {
  test('of schedules and alerts, though some of their parts cannot be read', () => {
    const text = `${good}    groupBy: client
  - id: weekly
    cron: "0 9 * * 2"
    timezone: UTC
    recipients: nowhere.csv
  - {id: other, cron: monday, timezone: UTC, mail: {logo: nowhere.png}}
alerts:
  - id: both
    timezone: UTC
    figure: share
    below: 3
    above: 40
    recipients: nowhere.csv
  - {id: weekly, timezone: Mars, figure: share, below: 120, recipients: [a@example.com, A@example.com, 7]}
  - {id: far, timezone: UTC, figure: share, recipents: [a@example.com], belw: 3}
  - {id: wrong, timezone: UTC, figure: share, below: low, recipients: [{to: b@example.com, client: Acme, nme: B}], cc: [7, b@example.com]}
`;
    expect(readError(text).split('\n').slice(1)).toEqual([
      '  answershare.yaml:16  schedules[0].groupBy "client" needs "clients", a list of names with their websites.',
      '  answershare.yaml:17  schedules[1].id "weekly" is used by an earlier schedule; the ledger identifies schedules by id.',
      expect.stringMatching(
        /^ {2}answershare\.yaml:20 {2}schedules\[1\]\.recipients "nowhere\.csv" does not exist/,
      ),
      expect.stringMatching(
        /^ {2}answershare\.yaml:21 {2}schedules\[2\]\.cron "monday" is not a cron expression/,
      ),
      '  answershare.yaml:21  schedules[2].mail.logo "nowhere.png" does not exist.',
      '  answershare.yaml:21  schedules[2] needs at least one recipient or channel.',
      '  answershare.yaml:23  alerts[0] has below and above; write an alert for each.',
      expect.stringMatching(
        /^ {2}answershare\.yaml:28 {2}alerts\[0\]\.recipients "nowhere\.csv" does not exist/,
      ),
      expect.stringMatching(/^ {2}answershare\.yaml:29 {2}alerts\[1\]\.timezone "Mars" is not a time zone/),
      expect.stringMatching(/^ {2}answershare\.yaml:29 {2}alerts\[1\]\.recipients\[2\] 7 /),
      expect.stringMatching(
        /^ {2}answershare\.yaml:29 {2}alerts\[1\]\.recipients\[1\] "A@example\.com" is a recipient of this schedule already/,
      ),
      '  answershare.yaml:29  alerts[1].below 120 is a share of voice; write per cent under 100.',
      '  answershare.yaml:29  alerts[1].id "weekly" is the id of a schedule; the ledger identifies both by id.',
      expect.stringMatching(
        /^ {2}answershare\.yaml:30 {2}alerts\[2\]\.recipents is not a setting; did you mean "recipients"\?/,
      ),
      expect.stringMatching(
        /^ {2}answershare\.yaml:30 {2}alerts\[2\]\.belw is not a setting; did you mean "below"\?/,
      ),
      expect.stringMatching(
        /^ {2}answershare\.yaml:31 {2}alerts\[3\]\.recipients\[0\]\.nme is not a setting; did you mean "name"\?/,
      ),
      expect.stringMatching(/^ {2}answershare\.yaml:31 {2}alerts\[3\]\.cc\[0\] 7 /),
      '  answershare.yaml:31  alerts[3].below "low" must be a number.',
      expect.stringMatching(
        /^ {2}answershare\.yaml:31 {2}alerts\[3\]\.cc\[1\] "b@example\.com" gets this mail already/,
      ),
      '  answershare.yaml:31  alerts[3].recipients[0].client "Acme" is not a client; there is none under "clients".',
    ]);
  });

  test('of channels and clients, and a variable that is missing is named once', () => {
    const text = `clients:
  - {name: Acme, websites: [acme.com, 7]}
  - {name: Acme, websites: [www.acme.com], more: 1}
${good}    channels:
      - webhook: ${reference('HOOK_URL')}
        locale: klingon
      - slack: ${reference('NO_URL')}
        teams: ${reference('HOOK_URL')}
  - {id: quiet, cron: "0 9 * * 1", timezone: UTC, recipients: "${reference('NO_LIST')}"}
`;
    expect(readError(text).split('\n').slice(1)).toEqual([
      expect.stringMatching(/:2 {2}clients\[0\]\.websites\[1\] 7 must be text\.$/),
      expect.stringMatching(/:3 {2}clients\[1\]\.more is not a setting;/),
      expect.stringMatching(/:3 {2}clients\[1\]\.name "Acme" is the name of an earlier client/),
      expect.stringMatching(
        /:3 {2}clients\[1\]\.websites\[0\] "www\.acme\.com" is a website of client "Acme" already/,
      ),
      expect.stringMatching(/:20 {2}schedules\[0\]\.channels\[0\]\.secret is missing; add it\.$/),
      expect.stringMatching(/:21 {2}schedules\[0\]\.channels\[0\]\.locale "klingon" is not a language/),
      expect.stringMatching(
        /:22 {2}schedules\[0\]\.channels\[1\]\.slack needs the environment variable NO_URL/,
      ),
      expect.stringMatching(
        /:22 {2}schedules\[0\]\.channels\[1\] has several addresses; write an entry for each\.$/,
      ),
      expect.stringMatching(
        /:23 {2}schedules\[0\]\.channels\[1\]\.teams "\$\{HOOK_URL\}" is a channel of this schedule already/,
      ),
      expect.stringMatching(/:24 {2}schedules\[1\]\.recipients needs the environment variable NO_LIST/),
    ]);
  });
});

test('the published JSON Schema is the one that the settings are checked with', () => {
  const published: unknown = JSON.parse(
    readFileSync(new URL('../../answershare.schema.json', import.meta.url), 'utf8'),
  );
  expect(published).toEqual(JSON.parse(formatJsonSchema()));
});
