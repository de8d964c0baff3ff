/** One answer of 90 days serves every narrower window, and those who ask at once ask together. */
import { asyncClient } from '@answershare/core';
import { openService } from './service.ts';

const { sandbox, host, options, requests } = await openService(1);
const client = asyncClient({ ...options, form: 1 }, host);
const website = sandbox.websites[0]?.id ?? '';

const windows = [{ last: 90 }, { last: 30 }, { last: 7 }, { from: '2026-11-02', to: '2026-11-08' }] as const;
const asked = windows.flatMap((window) =>
  Array.from({ length: 25 }, () => client.analytics(website, window)),
);
const answers = await Promise.all(asked);

for (const at of [0, 25, 50, 75]) {
  const { days } = answers[at]?.value ?? { days: [] };
  console.log(`${days.length} days from ${days[0]?.date} to ${days.at(-1)?.date}`);
}
console.log(`${answers.length} lookups, ${await requests()} request`);
await sandbox.close();
