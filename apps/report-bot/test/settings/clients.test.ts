import { describe, expect, test } from 'vitest';
import { type BotSettings, parseSettings } from '../../src/settings/settings.ts';
import { splitAudience } from '../../src/settings/split-audience.ts';

const environment = {
  ANSWERSHARE_API_KEY: 'rs_live_0123456789abcdef0123456789abcdef',
  HOOK: 'https://hooks.example.com/1',
};
const frame = `service:
  url: https://api.example.com
  key: $\{ANSWERSHARE_API_KEY}
smtp: {host: 127.0.0.1, port: 25, from: a@example.com}
`;
const clients = `clients:
  - name: Acme Group
    websites: [acme.com, www.acme.de]
  - name: Globex
    websites: [globex.com]
`;
const schedule = (recipients: string, websites = 'all'): string => `schedules:
  - id: weekly
    cron: "0 9 * * 1"
    timezone: UTC
    websites: ${websites}
    recipients:
${recipients
  .split('\n')
  .map((line) => `      - ${line}`)
  .join('\n')}
`;
const check = (text: string): BotSettings => parseSettings('answershare.yaml', frame + text, environment);

function readErrors(text: string): readonly string[] {
  try {
    check(text);
  } catch (thrown) {
    return (thrown as Error).message
      .split('\n')
      .slice(1)
      .map((line) => line.trim());
  }
  throw new Error('the settings were accepted');
}

const parts = (text: string) =>
  check(text).schedules.flatMap((one) =>
    splitAudience(one).map(({ websites, readers, recipients, channels }) => ({
      websites,
      readers: readers ?? 'all',
      to: [...recipients.map(({ to }) => to), ...channels.map(({ id }) => id)],
    })),
  );

describe('the websites of a recipient', () => {
  test('are those of the list, of a client, or all; recipients with the same ones share a digest', () => {
    const recipients = [
      '{to: a@example.com, websites: [acme.com, globex.com]}',
      '{to: b@example.com, client: Acme Group}',
      'c@example.com',
      '{to: d@example.com, websites: [globex.com, acme.com]}',
    ].join('\n');
    const text = `${clients}${schedule(recipients)}    channels: [{slack: "$\{HOOK}", client: Acme Group}]\n`;
    expect(parts(text)).toEqual([
      { websites: 'all', readers: 'all', to: ['c@example.com'] },
      {
        websites: ['acme.com', 'globex.com'],
        readers: 'a@example.com and d@example.com',
        to: ['a@example.com', 'd@example.com'],
      },
      {
        websites: ['acme.com', 'www.acme.de'],
        readers: 'b@example.com and slack:HOOK',
        to: ['b@example.com', 'slack:HOOK'],
      },
    ]);
  });

  test("are spelled as in the schedule's list, and a client has those that the list has", () => {
    const recipients =
      '{to: a@example.com, websites: ["https://www.ACME.com/"]}\n{to: b@example.com, client: Acme Group}';
    const text = `${clients}${schedule(recipients, '[acme.com, globex.com]')}`;
    expect(parts(text)).toEqual([
      {
        websites: ['acme.com'],
        readers: 'a@example.com and b@example.com',
        to: ['a@example.com', 'b@example.com'],
      },
    ]);
  });

  test('that are all of the list are those of the whole schedule', () => {
    const recipients = '{to: a@example.com, websites: [acme.de, acme.com]}\nb@example.com';
    expect(parts(schedule(recipients, '[acme.com, acme.de]'))).toEqual([
      { websites: ['acme.com', 'acme.de'], readers: 'all', to: ['a@example.com', 'b@example.com'] },
    ]);
  });

  test('are complained of with line, place and what to do, all at once', () => {
    const recipients = [
      '{to: a@example.com, websites: [acme.com, acme.cm]}',
      '{to: b@example.com, client: Acme}',
      '{to: c@example.com, client: Globex}',
      '{to: d@example.com, websites: [acme.com], client: Globex}',
      '{to: e@example.com, websites: []}',
    ];
    expect(readErrors(`${clients}${schedule(recipients.slice(0, 3).join('\n'), '[acme.com]')}`)).toEqual([
      'answershare.yaml:16  schedules[0].recipients[0].websites[1] "acme.cm" is not in schedules[0].websites; write it as there, add it there, or remove it here. Did you mean "acme.com"?',
      'answershare.yaml:17  schedules[0].recipients[1].client "Acme" is not a client; did you mean "Acme Group"? There is Acme Group, Globex.',
      'answershare.yaml:18  schedules[0].recipients[2].client "Globex" has no website in schedules[0].websites; add one there, written as under "clients", or remove this entry.',
    ]);
    expect(readErrors(`${clients}${schedule(recipients.slice(3).join('\n'))}`)).toEqual([
      'answershare.yaml:16  schedules[0].recipients[0].client "Globex" goes without websites; remove one of the two.',
      'answershare.yaml:17  schedules[0].recipients[1].websites is an empty list; write at least one entry.',
    ]);
  });
});

describe('clients', () => {
  test('share no website and no name, in any spelling', () => {
    const text = `clients:
  - {name: Acme, websites: [acme.com]}
  - {name: Globex, websites: [globex.com, "https://www.Acme.com"]}
  - {name: Acme, websites: [acme.de]}
`;
    expect(readErrors(text)).toEqual([
      'answershare.yaml:7  clients[1].websites[1] "https://www.Acme.com" is a website of client "Acme" already; a website has one client, so remove one of the two.',
      'answershare.yaml:8  clients[2].name "Acme" is the name of an earlier client; write its websites there.',
    ]);
  });

  test('are needed to group by them, and an unknown key of one is named', () => {
    expect(readErrors(`${schedule('a@example.com')}    groupBy: client\n`)).toEqual([
      'answershare.yaml:12  schedules[0].groupBy "client" needs "clients", a list of names with their websites.',
    ]);
    expect(readErrors('clients: [{nme: Acme, websites: [acme.com]}]\n')[0]).toContain(
      'clients[0].nme is not a setting; did you mean "name"?',
    );
    expect(check(`${clients}${schedule('a@example.com')}    groupBy: client\n`).schedules[0]?.groupBy).toBe(
      'client',
    );
  });
});
