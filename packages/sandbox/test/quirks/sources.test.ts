import { expect, test } from 'vitest';
import { QUIRKS, startSandbox } from '../../src/index.ts';
import { mergeQuirkSources } from '../../src/quirks/parse-quirks.ts';
import { get, readError, readJson, startTestSandbox } from '../sandbox.ts';

const WEBSITES = '/api/v1/websites';

async function reset(
  sandbox: Awaited<ReturnType<typeof startTestSandbox>>,
  header?: string,
): Promise<string | null> {
  const response = await fetch(`${sandbox.baseUrl}${WEBSITES}`, {
    headers: {
      Authorization: `Bearer ${sandbox.keys.live}`,
      ...(header === undefined ? {} : { 'X-Sandbox-Quirk': header }),
    },
  });
  await response.arrayBuffer();
  return response.headers.get('x-ratelimit-reset');
}

test('a request overrides the admin, the admin the start, the start the default', async () => {
  const sandbox = await startTestSandbox(1, { quirks: { reset: 'iso' } });
  expect(await reset(sandbox)).toBe('2026-11-16T09:01:00.000Z');
  expect(await reset(sandbox, 'reset=duration')).toBe('1m');
  await sandbox.admin.setQuirks({ reset: 'epoch', limitHeader: 'absent' });
  expect(await reset(sandbox)).toBe('1794819660');
  expect(await reset(sandbox, 'reset = duration , shares=text')).toBe('1m');
  expect(await reset(sandbox)).toBe('1794819660');
  await sandbox.admin.replaceQuirks({ shares: 'text' });
  expect(await sandbox.admin.quirks()).toMatchObject({
    reset: 'seconds',
    limitHeader: 'sent',
    shares: 'text',
  });
  await sandbox.admin.clearQuirks();
  expect(await sandbox.admin.quirks()).toMatchObject({ reset: 'seconds', shares: 'percent' });
  await sandbox.admin.reset();
  expect(await sandbox.admin.quirks()).toMatchObject({ reset: 'iso' });
});

const BAD = { resett: 'iso', shares: 'percents', dateSkew: '1e9', envelope: 7 };

const PROBLEMS = [
  'there is no switch "resett", perhaps reset is meant',
  'shares is "percents": choose one of percent, fraction, text, mixed',
  'dateSkew is "1e9": write a whole number of seconds from -86400 to 86400',
  'the switches are form, periodDefault',
];

test('suggests a name only for a near match', async () => {
  const message = startSandbox({ form: 1, quirks: { zzzzzz: 'iso', resset: 'iso' } as never }).then(
    String,
    String,
  );
  expect(await message).toContain(
    'there is no switch "zzzzzz"; there is no switch "resset", perhaps reset is meant;',
  );
});

test('the start reports all problems at once', async () => {
  const options = { form: 3, seed: 0.5, now: 'noon', quirks: BAD };
  const message = startSandbox(options as never).then(String, String);
  for (const problem of [
    ...PROBLEMS,
    'envelope is 7: choose one of named',
    'the form is 1 or 2',
    'the seed is',
    '"noon"',
  ])
    expect(await message).toContain(problem);
});

test('the admin API and a request report all problems, and change and count nothing', async () => {
  const sandbox = await startTestSandbox(1);
  const before = await sandbox.admin.quirks();
  const refused = sandbox.admin.setQuirks(BAD as never).then(String, String);
  for (const problem of PROBLEMS) expect(await refused).toContain(problem);
  const headers = {
    Authorization: `Bearer ${sandbox.keys.live}`,
    'X-Sandbox-Quirk': 'resett=iso, shares=percents, dateSkew=1e9, reset',
  };
  const answer = await readError(await fetch(`${sandbox.baseUrl}${WEBSITES}`, { headers }));
  expect(answer).toMatchObject({ status: 400, code: 'sandbox_quirk' });
  for (const problem of [...PROBLEMS, '"reset" is not name=value']) expect(answer.message).toContain(problem);
  expect(await sandbox.admin.quirks()).toEqual(before);
  expect((await get(sandbox, WEBSITES)).headers.get('x-ratelimit-remaining')).toBe('299');
});

test('a message does not repeat a key sent as a value', async () => {
  const sandbox = await startTestSandbox(1);
  const headers = { 'X-Sandbox-Quirk': `reset=${sandbox.keys.live}, ${sandbox.keys.live}=1` };
  const { message } = await readError(await fetch(`${sandbox.baseUrl}${WEBSITES}`, { headers }));
  expect(message).toContain('reset is "[redacted]"');
  expect(message).not.toContain(sandbox.keys.live);
});

test('options override the environment, which overrides the file; each problem names its source', () => {
  const file = (text: string) => ({ name: 'switches.json', text });
  expect(
    mergeQuirkSources({
      file: file('{"reset": "iso", "shares": "text", "dateSkew": 60}'),
      environment: 'reset=epoch,gzip=off',
      options: ['gzip=on', 'dateSkew=-60'],
    }),
  ).toEqual({ reset: 'epoch', shares: 'text', gzip: 'on', dateSkew: -60 });
  expect(mergeQuirkSources({ file: null, environment: undefined, options: [] })).toEqual({});
  expect(() => mergeQuirkSources({ file: file('{'), environment: 'gzip=of', options: ['reset'] })).toThrow(
    /^switches\.json is not JSON\.\nSANDBOX_QUIRKS: .*gzip is "of".*\n--quirk: .*"reset" is not name=value/,
  );
  expect(() => mergeQuirkSources({ file: file('[1]'), environment: '', options: [] })).toThrow(
    'switches.json: ',
  );
});

test('the decisions list every switch with question, default, current value and alternatives', async () => {
  const sandbox = await startTestSandbox(2, { quirks: { shares: 'fraction' } });
  const response = await fetch(`${sandbox.baseUrl}/__sandbox/decisions`, {
    headers: { Authorization: `Bearer ${sandbox.adminToken}` },
  });
  const { switches } = (await readJson(response)) as { switches: Record<string, unknown>[] };
  expect(switches.map(({ name }) => name).sort()).toEqual(Object.keys(QUIRKS).sort());
  expect(switches.find(({ name }) => name === 'shares')).toEqual({
    name: 'shares',
    item: 3,
    question: 'unit of shares',
    default: 'percent',
    value: 'fraction',
    alternatives: ['percent', 'fraction', 'text', 'mixed'],
    acts: 'bodies/shares-and-scores.ts',
  });
  expect(switches.find(({ name }) => name === 'form')).toMatchObject({ default: '2', value: '2' });
  const items = switches.map(({ item }) => (item === null ? 99 : Number(item)));
  expect(items).toEqual([...items].sort((a, b) => a - b));
});
