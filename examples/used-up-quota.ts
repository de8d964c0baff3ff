/** A daily quota that is used up costs one request; until it is over, none goes out, and the error says when that is. */
import { asyncClient, isApiError } from '@answershare/core';
import { openService } from './service.ts';

const { sandbox, host, options, requests } = await openService(2);
await sandbox.admin.setUsage('live', { day: 1_000 });
const client = asyncClient({ ...options, form: 2 }, host);

for (const { id } of sandbox.websites) {
  try {
    await client.authority(id);
  } catch (thrown) {
    if (!isApiError(thrown)) throw thrown;
    const { kind, spent, retryAt } = thrown;
    console.log(`${kind}, spent ${spent}, again at ${new Date(retryAt ?? 0).toISOString()}`);
  }
}
console.log(`${await requests()} request`);
await sandbox.close();
