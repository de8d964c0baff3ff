import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { deliverAll } from '../../src/delivery/deliver.ts';
import { fixtureWeeks } from '../../src/digest/fixture-weeks.ts';
import { saveBody } from '../../src/store/bodies.ts';
import { freezeDigests, hashRecipient } from '../../src/store/digests.ts';
import { listReadyDigests } from '../../src/store/ledger.ts';
import { listPlannedRuns, planRun } from '../../src/store/runs.ts';
import { openStore, type Store } from '../../src/store/store.ts';
import { renderFixture } from '../mail/rendered.ts';
import { openSmtpServer, type TestSmtpServer } from '../support/smtp-server.ts';

const folder = mkdtempSync(join(tmpdir(), 'answershare-images-'));
const now = Date.parse('2026-11-23T08:00:00Z');
const account = { secure: false, user: null, password: null, unsubscribe: null, requireTls: false };
let store: Store;
let server: TestSmtpServer;

beforeAll(async () => {
  [store, server] = await Promise.all([openStore({ folder }), openSmtpServer()]);
});
afterAll(async () => {
  await Promise.all([store.close(), server.close()]);
  rmSync(folder, { recursive: true, force: true });
});

/** What Python's parser finds: a check by other hands than nodemailer's. */
const pythonCheck = `
import email, email.policy, json, sys
mail = email.message_from_bytes(sys.stdin.buffer.read(), policy=email.policy.default)
parts = list(mail.walk())
print(json.dumps({
  "defects": [str(defect) for part in parts for defect in part.defects],
  "types": [part.get_content_type() for part in parts],
  "cids": [part["Content-ID"][1:-1] for part in parts if part["Content-ID"]],
}))`;

test('mails carry the charts that they show, stored once for all recipients', async () => {
  const mail = renderFixture(fixtureWeeks.movers());
  await planRun(store.db, { scheduleId: 'weekly', week: '2026-W47', verdict: 'run', reason: null }, now);
  const [run] = await listPlannedRuns(store.db);
  await saveBody(store.db, mail.body);
  await saveBody(store.db, mail.body);
  const people = ['ann@example.com', 'bob@example.com'];
  const recipients = people.map((to) => ({ to, name: null, locale: 'en' }));
  for (const to of people) {
    const hash = hashRecipient(to);
    const recipient = { to, name: null };
    const message = {
      recipient,
      hash,
      copies: null,
      channel: null,
      mail,
      messageId: `<${hash}@example.com>`,
    };
    await freezeDigests(store.db, run?.id ?? '', [message], now);
  }
  expect(await store.db.selectFrom('file').select('cid').execute()).toHaveLength(mail.attachments.length);
  const never = new AbortController().signal;
  await deliverAll(
    {
      store,
      mail: { host: '127.0.0.1', port: server.port, from: 'bot@example.com', ...account },
      audiences: () => [{ id: 'weekly', recipients, copies: { cc: [], bcc: [] }, channels: [] }],
      presentSeconds: 0,
      clock: () => now,
      shutdown: { ended: never, late: never },
    },
    await listReadyDigests(store.db, now, ['weekly']),
    ({ state }) => expect(state).toBe('sent'),
  );
  expect(server.received).toHaveLength(2);
  for (const { raw, mail: parsed } of server.received) {
    const shown = [...(parsed.html ?? '').matchAll(/src="cid:([^"]+)"/g)].map(([, cid]) => cid);
    const found = JSON.parse(execFileSync('python3', ['-c', pythonCheck], { input: raw, encoding: 'utf8' }));
    expect(found.defects).toEqual([]);
    expect(found.types.slice(0, 5)).toEqual([
      'multipart/alternative',
      'text/plain',
      'multipart/related',
      'text/html',
      'image/png',
    ]);
    expect(new Set(found.cids)).toEqual(new Set(shown));
    const contents = parsed.attachments.map(({ content }) => Buffer.from(content as ArrayBuffer));
    expect(contents).toEqual(mail.attachments.map(({ content }) => Buffer.from(content)));
  }
});
