/** The sandbox in your own tests: faults on demand, and what they cost. */
import { asyncClient, isApiError } from '@answershare/core';
import { openService } from './service.ts';

const { sandbox, host, options, requests } = await openService(1);
const client = asyncClient({ ...options, form: 1 }, { ...host, wait: async () => undefined });
const [first, second] = sandbox.websites.map(({ id }) => id);

await sandbox.admin.fault({ fault: 'status', status: 503, times: 2 });
const { value, meta } = await client.authority(first ?? '');
console.log(`Score ${value.score} after ${meta.spent} requests`);

await sandbox.admin.fault({ fault: 'html' });
try {
  await client.authority(second ?? '');
} catch (thrown) {
  if (!isApiError(thrown)) throw thrown;
  console.log(`${thrown.kind}, ${thrown.spent} request: ${thrown.hint}`);
}
console.log(`${await requests()} requests`);
await sandbox.close();
