/** One delivery tells the scheme of its signature. The scheme is pinned, and from then on nothing else is taken. */
import { createHash, createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  type ComputeHmac,
  diagnoseDelivery,
  readDelivery,
  verifyDelivery,
  type WebhookDelivery,
} from '@answershare/core/webhooks';
import { openService } from './service.ts';

const hmac: ComputeHmac = (key, data) => createHmac('sha256', key).update(data).digest();
const sha256 = (data: Uint8Array) => createHash('sha256').update(data).digest();

const received: WebhookDelivery[] = [];
const receiver = createServer(async (request, response) => {
  const body = Buffer.concat(await request.toArray());
  const headers = Object.entries(request.headersDistinct).map(([name, values]) => [name, values?.join(', ')]);
  received.push({ headers: Object.fromEntries(headers), body });
  response.writeHead(204).end();
}).listen(0, '127.0.0.1');
await once(receiver, 'listening');
const { port } = receiver.address() as AddressInfo;

const { sandbox, host } = await openService(2);
const { webhooks } = sandbox.admin;
const { secret } = await webhooks.create({ url: `http://127.0.0.1:${port}/hooks` });
await webhooks.send({ kind: 'newCitation' });
await webhooks.send({ kind: 'competitorAlert' });
const [first, second] = received;
if (!first || !second) throw new Error('The deliveries did not come.');

const found = diagnoseDelivery(first, [secret], hmac, host.now());
if (!found.ok) throw new Error(found.reason);
const { header, content, key } = found.scheme;
console.log(`Signed in ${header}: HMAC of ${content}, the key read as ${key}`);
for (const warning of found.warnings) console.log(`  ${warning}`);

const genuine = verifyDelivery(found.scheme, [secret], second, host.now(), hmac);
console.log(`Genuine: ${genuine.ok}, ${readDelivery(second, sha256).kind}`);

const forged = { ...second, body: Buffer.concat([second.body, Buffer.from(' ')]) };
const refusal = verifyDelivery(found.scheme, [secret], forged, host.now(), hmac);
console.log(`Forged: ${refusal.ok ? 'taken' : refusal.words}`);

receiver.close();
await sandbox.close();
