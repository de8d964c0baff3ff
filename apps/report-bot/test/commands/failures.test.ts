import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { type RunningSandbox, startSandbox } from '@answershare/sandbox';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Bot, newBot } from '../support/bot.ts';
import { formatSettings } from '../support/settings-text.ts';

let sandbox: RunningSandbox;
let stranger: Server;
let strangerUrl: string;
let bot: Bot;
let closedUrl: string;

beforeAll(async () => {
  sandbox = await startSandbox({ form: 2, now: '2026-11-18T06:00:00Z' });
  stranger = createServer((_request, response) => {
    response.writeHead(404, { 'content-type': 'text/html' }).end('<html><body>Nothing here</body></html>');
  });
  await new Promise<void>((done) => stranger.listen(0, '127.0.0.1', done));
  strangerUrl = `http://127.0.0.1:${(stranger.address() as AddressInfo).port}`;
  const gone = createServer();
  await new Promise<void>((done) => gone.listen(0, '127.0.0.1', done));
  closedUrl = `http://127.0.0.1:${(gone.address() as AddressInfo).port}`;
  await new Promise((done) => gone.close(done));
  bot = newBot({ SMTP_PASSWORD: 'smtp-canary-password' });
});

afterAll(async () => {
  await bot.remove();
  stranger.close();
  await sandbox.close();
});

/** Nothing listens on port 1 of the loopback. */
const settings = (url: string, more: Partial<Parameters<typeof formatSettings>[0]> = {}): string =>
  formatSettings({ url, smtpPort: 1, ...more });

interface Case {
  readonly name: string;
  readonly args: readonly string[];
  readonly settings?: () => string;
  readonly key?: () => string | null;
  readonly before?: () => Promise<unknown>;
  readonly code: number;
  readonly message: RegExp;
}

const snapshot = ['snapshot', '--now', '2026-11-18T06:00:00Z'];
const cases: Case[] = [
  {
    name: 'no key',
    args: snapshot,
    key: () => null,
    code: 2,
    message: /service\.key needs the environment variable ANSWERSHARE_API_KEY/,
  },
  {
    name: 'a key of wrong format',
    args: snapshot,
    key: () => 'sk_live_0123456789',
    code: 2,
    message: /service\.key .*wrong format/,
  },
  {
    name: 'a doctor with a key of wrong format',
    args: ['doctor', '--url', 'http://127.0.0.1:1'],
    key: () => 'sk_live_0123456789',
    code: 2,
    message: /^ANSWERSHARE_API_KEY: The API key has a wrong format: it starts with rs_live_ or rs_test_/,
  },
  {
    name: 'a doctor with an address that is none',
    args: ['doctor', '--url', 'ftp://example.com'],
    code: 2,
    message: /The service address is not an http or https address/,
  },
  {
    name: 'a call to a port that is none',
    args: ['call', 'websites', '--url', 'http://127.0.0.1:80000'],
    code: 2,
    message: /The service address is not an http or https address with a host and a port up to 65535/,
  },
  {
    name: 'the beginning of a key alone',
    args: snapshot,
    key: () => 'rs_live_',
    code: 2,
    message: /service\.key .*it starts with rs_live_ or rs_test_ and holds no spaces/,
  },
  {
    name: 'a Content API token',
    args: snapshot,
    key: () => 'rsc_live_0123456789abcdef',
    code: 2,
    message: /Content API token/,
  },
  {
    name: 'a revoked key',
    args: snapshot,
    key: () => sandbox.keys.revoked,
    code: 1,
    message: /refuses this API key: it is revoked.*Create a new key/,
  },
  {
    name: 'a wrong address',
    args: snapshot,
    settings: () => settings(strangerUrl),
    code: 1,
    message: /answered 404 with an HTML page.*Check the service address/,
  },
  {
    name: 'a server that is down',
    args: snapshot,
    settings: () => settings(closedUrl),
    code: 1,
    message: /could not be reached \(nothing listens there: ECONNREFUSED\)\. Check the address/,
  },
  {
    name: 'https where http is spoken',
    args: snapshot,
    settings: () => settings(strangerUrl.replace('http:', 'https:')),
    code: 1,
    message: /could not be reached \(it speaks http, not https: ERR_SSL_[A-Z_]+\)/,
  },
  {
    name: 'a host that does not exist',
    args: snapshot,
    settings: () => settings('https://nowhere.invalid'),
    code: 1,
    message:
      /nowhere\.invalid could not be reached \((there is no such host: ENOTFOUND|the name server does not answer: EAI_AGAIN)\)/,
  },
  {
    name: 'HTML instead of JSON',
    args: snapshot,
    before: () => sandbox.admin.fault({ fault: 'html', times: 'always' }),
    code: 1,
    message: /answered with an HTML page instead of JSON/,
  },
  {
    name: 'a cut body',
    args: snapshot,
    before: () => sandbox.admin.fault({ fault: 'cut', times: 'always' }),
    code: 1,
    message: /a JSON body that breaks off/,
  },
  {
    name: 'an unknown website',
    args: snapshot,
    settings: () => settings(sandbox.baseUrl, { websites: ['nosuch.example'] }),
    code: 2,
    message: /Schedule "weekly": No website "nosuch\.example"/,
  },
  {
    name: 'malformed YAML',
    args: snapshot,
    settings: () => 'service:\n  url: "http',
    code: 2,
    message: /answershare\.yaml:2 {2}the file is not YAML here/,
  },
  {
    name: 'an unknown key of the settings',
    args: snapshot,
    settings: () => settings(sandbox.baseUrl).replace('recipients:', 'recipient:'),
    code: 2,
    message: /did you mean "recipients"\?/,
  },
  {
    name: 'a control character in a key of the settings',
    args: snapshot,
    settings: () => `${settings(sandbox.baseUrl)}"\\e[2J\\u009b": 1\n`,
    code: 2,
    message: /answershare\.yaml:\d+ {2}\ufffd\[2J\ufffd is not a setting/,
  },
  {
    name: 'a bad cron',
    args: ['list'],
    settings: () => settings(sandbox.baseUrl, { cron: '61 9 * * 1' }),
    code: 2,
    message: /"61 9 \* \* 1" is not a cron expression/,
  },
  {
    name: 'an unknown time zone',
    args: ['list'],
    settings: () => settings(sandbox.baseUrl).replace('Europe/Berlin', 'Mars/Olympus'),
    code: 2,
    message: /"Mars\/Olympus" is not a time zone/,
  },
  {
    name: 'a mail server that refuses',
    args: ['check'],
    code: 1,
    message: /smtp: the mail server 127\.0\.0\.1:1 refused the connection; check smtp\.host/,
  },
  {
    name: 'an invalid --now',
    args: ['run', '--now', 'tomorrow'],
    code: 2,
    message: /--now is not an instant; write it as/,
  },
  {
    name: 'a date that does not exist',
    args: ['list', '--now', '2026-13-01T00:00:00Z'],
    code: 2,
    message: /is not an instant/,
  },
  {
    name: 'a day that its month does not have',
    args: ['list', '--now', '2026-02-30T00:00:00Z'],
    code: 2,
    message: /--now is not an instant/,
  },
  {
    name: 'a preview onto a file',
    args: ['preview', '--out', 'answershare.yaml'],
    code: 2,
    message:
      /Nothing can be written to \S*answershare\.yaml \(a file is in the way\)\. Name another folder with --out\./,
  },
  {
    name: 'a preview below a file',
    args: ['preview', '--out', 'answershare.yaml/deep/down'],
    code: 2,
    message: /Nothing can be written to \S* \(a file is in the way\)/,
  },
  {
    name: 'a preview below /proc',
    args: ['preview', '--out', '/proc/x/y'],
    code: 2,
    message: /Nothing can be written to \/proc\/x\/y \(ENOENT\)/,
  },
  {
    name: 'a data folder below /proc',
    args: ['list'],
    settings: () => `${settings(sandbox.baseUrl)}store: {folder: /proc/x/y}\n`,
    code: 1,
    message: /The data folder \/proc\/x\/y cannot be written \(ENOENT\)/,
  },
  {
    name: 'settings that are not text',
    args: ['list', '--config', fileURLToPath(new URL('../../../../docs/pictures/mail.png', import.meta.url))],
    code: 2,
    message: /^The settings file \S+ is not text in UTF-8\. Name a text file in UTF-8 with --config\.\n$/,
  },
  {
    name: 'settings that are a large file',
    args: ['list', '--config', process.execPath],
    code: 2,
    message: /^The settings file \S+ is longer than 4 MB\. /,
  },
  {
    name: 'an invalid --week',
    args: ['run', '--week', '2026-W60'],
    code: 2,
    message: /--week is not an ISO week/,
  },
  {
    name: 'an unknown schedule',
    args: ['run', '--schedule', 'weekyl'],
    code: 2,
    message: /There is no such schedule; did you mean "weekly"\?/,
  },
  {
    name: 'a schedule like no other',
    args: ['run', '--schedule', 'nope'],
    code: 2,
    message: /There is no such schedule\. There is weekly\./,
  },
  {
    name: 'an unknown command',
    args: ['snapshto'],
    code: 2,
    message:
      /^There is no such command\. \(Did you mean snapshot\?\)\nRun "answershare --help" for the commands\.\n$/,
  },
  {
    name: 'an unknown option',
    args: ['list', '--jsno'],
    code: 2,
    message: /^There is no such option: word 2 of the command line\. \(Did you mean --json\?\)\n/,
  },
  {
    name: 'no figure',
    args: ['explain'],
    code: 2,
    message: /^Missing required argument 'figure'\.\nFigures: WEBSITE\/share, .*\/citations, .*\nRun "/,
  },
  {
    name: 'no endpoint',
    args: ['call'],
    code: 2,
    message: /^Missing required argument 'endpoint'\.\nEndpoints: websites, analytics, /,
  },
  {
    name: 'no settings file',
    args: ['list', '--config', './none.yaml'],
    code: 2,
    message: /The settings file \.\/none\.yaml cannot be read\. Write one with "answershare init"/,
  },
  {
    name: 'a connection that is cut late in a visit of the doctor',
    args: ['doctor'],
    before: () => sandbox.admin.fault({ fault: 'reset', endpoint: 'competitors', times: 1 }),
    code: 1,
    message:
      /ok {3}citations of .+ 200: [\s\S]*FAIL competitors of .+ no answer: [\s\S]*Requests spent: 5\n[\s\S]*For the settings file:/,
  },
  {
    name: 'a doctor with settings that are not there',
    args: ['doctor', '--config', './none.yaml'],
    code: 2,
    message: /There is no settings file \.\/none\.yaml/,
  },
];

describe('every failure is one clear message', () => {
  test.each(cases)('$name', async ({ args, settings: text, key, before, code, message }) => {
    await sandbox.admin.clearFaults();
    await before?.();
    bot.settings(text?.() ?? settings(sandbox.baseUrl));
    const used = key === undefined ? sandbox.keys.live : key();
    const environment = used === null ? {} : { ANSWERSHARE_API_KEY: used };
    const finished = await bot.run(args, { environment });
    const output = `${finished.out}${finished.err}`;
    expect(output).toMatch(message);
    expect(finished.code).toBe(code);
    expect(output).not.toMatch(/^\s+at .*:\d+:\d+/m);
    expect(output).not.toContain('unforeseen');
    if (used !== null && used.length > 9) expect(output).not.toContain(used.slice(9));
  });
});
