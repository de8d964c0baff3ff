/** Citations of every website, by engine. The client finds out by itself which Form the service speaks. */
import { asyncClient } from '@answershare/core';
import { openService } from './service.ts';

const { sandbox, host, options, requests } = await openService(2);
const client = asyncClient(options, host);

const { value: websites } = await client.websites();
for (const { id, name, domain } of websites.slice(0, 4)) {
  const { total, byEngine } = (await client.citations(id)).value;
  const engines = byEngine.map(({ label, count }) => `${label} ${count}`).join(', ');
  console.log(`${domain ?? name}: ${total ?? 'unknown'} (${engines})`);
}
console.log(`${await requests()} requests`);
await sandbox.close();
