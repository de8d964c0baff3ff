import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { findSecretVariable } from '../../src/settings/check-settings.ts';
import { settingsSchema } from '../../src/settings/schema.ts';
import { parseSettings } from '../../src/settings/settings.ts';
import { createRedactor } from '../../src/system/redactor.ts';
import { findTraces } from '../canaries/traces.ts';

type Key = string | number;

const token = 'T0k3nOfCanary1234567';
const canary = `https://hooks.example.com/services/${token}`;
const reference = (name: string): string => `$\{${name}}`;

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'canary-'));
  writeFileSync(join(folder, 'canary.txt'), `${canary}\n`);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The paths of all texts that a schema allows, one entry of each list. Recipes are literal. */
function listTextPaths(node: unknown, path: readonly Key[] = []): readonly (readonly Key[])[] {
  if (path.at(-1) === 'recipes') return [path];
  if (node instanceof z.ZodObject)
    return Object.entries(node.shape).flatMap(([key, part]) => listTextPaths(part, [...path, key]));
  if (node instanceof z.ZodArray) return [path, ...listTextPaths(node.element, [...path, 0])];
  if (node instanceof z.ZodUnion) return node.options.flatMap((option) => listTextPaths(option, path));
  if (node instanceof z.ZodDefault || node instanceof z.ZodOptional || node instanceof z.ZodExactOptional)
    return listTextPaths(node.unwrap(), path);
  return [path];
}

const places = [...new Map(listTextPaths(settingsSchema).map((path) => [path.join('.'), path] as const))];

/** Settings with faults in each part, whose messages name what is beside them. */
const wrong = {
  odd: 1,
  service: { url: 'https://api.example.com', key: reference('ANSWERSHARE_API_KEY') },
  clients: [{ name: 'One', websites: ['one.example'] }],
  schedules: [
    {
      id: 'weekly',
      cron: '0 9 * * 1',
      timezone: 'UTC',
      recipients: [{ to: 'a@b.example', client: 'Nobody' }],
    },
    { id: 'weekly', cron: '0 9 * * 1', timezone: 'UTC', recipients: ['a@b.example'], groupBy: 'clients' },
  ],
};

function setAt(tree: unknown, [key, ...rest]: readonly Key[], value: unknown): unknown {
  if (key === undefined) return value;
  if (typeof key === 'number') {
    const list = Array.isArray(tree) ? [...tree] : [];
    list[key] = setAt(list[key], rest, value);
    return list;
  }
  const object = typeof tree === 'object' && tree !== null && !Array.isArray(tree) ? tree : {};
  return { ...object, [key]: setAt((object as Record<string, unknown>)[key], rest, value) };
}

/** The message about settings with a reference at a place, and a redactor of the secrets that were found. */
function readWith(path: readonly Key[], written: string) {
  const redactor = createRedactor();
  const environment = { ANSWERSHARE_API_KEY: 'rs_live_0123456789abcdef0123456789abcdef', CANARY: canary };
  try {
    const text = JSON.stringify(setAt(wrong, path, written));
    parseSettings(join(folder, 'answershare.yaml'), text, environment, {
      fromFile: new Set(),
      hide: redactor.hide,
    });
  } catch (thrown) {
    return { message: (thrown as Error).message, redactor };
  }
  throw new Error('the settings were accepted');
}

describe.each([reference('CANARY'), reference('file:canary.txt')])('a value that came from %s', (written) => {
  test.each(places)('at %s is in no message about the settings', (_, path) => {
    const { message } = readWith(path, written);
    expect(message).toContain('odd is not a setting');
    expect(findTraces('message', message, [canary, token])).toEqual([]);
  });

  const secrets = places.filter(([, path]) => findSecretVariable(path) !== undefined);

  test.each(secrets)('at %s is redacted, whole and in part, in every writing', (_, path) => {
    const { redactor } = readWith(path, written);
    const bytes = Buffer.from(canary);
    for (const echo of [
      canary,
      `no_service at /services/${token}`,
      `token ${token}`,
      encodeURIComponent(canary),
    ])
      expect(findTraces('log', redactor.redact(echo), [canary, token])).toEqual([]);
    for (const echo of [
      bytes.toString('base64'),
      bytes.toString('hex'),
      Buffer.from(token).toString('base64url'),
    ])
      expect(findTraces('log', redactor.redact(echo), [canary, token])).toEqual([]);
  });
});

test('the marked places are those of the key, passwords, signing secrets and addresses of channels', () => {
  const marked = places.filter(([, path]) => findSecretVariable(path) !== undefined).map(([place]) => place);
  const channel = ['slack', 'teams', 'webhook', 'secret'].flatMap((key) =>
    ['schedules.0', 'alerts.0', 'notify'].map((kind) => `${kind}.channels.0.${key}`),
  );
  const senders = [
    ...['password', 'oauth2.clientSecret', 'oauth2.refreshToken', 'dkim.privateKey'].map(
      (key) => `smtp.${key}`,
    ),
    'postmark.token',
    'resend.key',
    ...['accessKeyId', 'secretAccessKey', 'sessionToken'].map((key) => `ses.${key}`),
  ];
  const secrets = ['smtp', 'postmark', 'resend', 'ses'].map((name) => `${name}.unsubscribe.secret`);
  const webhooks = [
    ...['postmark.password', 'resend.secret', 'sendgrid.publicKey'].map((key) => `mail.${key}`),
    'service.secret',
    'service.previousSecret',
  ].map((key) => `http.webhooks.${key}`);
  const single = ['service.key', 'store.url', 'http.token', 'notify.ping', ...secrets, ...webhooks];
  const ofNotices = senders.map((path) => `notify.${path}`);
  expect([...marked].sort()).toEqual([...single, ...senders, ...ofNotices, ...channel].sort());
});

test('a file of one secret that is named as a file of recipes is not quoted', () => {
  const { message } = readWith(['service', 'recipes'], './canary.txt');
  expect(message).toContain('holds no recipes');
  expect(findTraces('message', message, [canary, token])).toEqual([]);
});
