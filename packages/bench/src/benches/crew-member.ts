import { once } from 'node:events';
import { openOurs } from '../contenders/answershare.ts';
import { answershare, libraries } from '../contenders/libraries.ts';
import { sharedFolder } from '../hosts/shared-folder.ts';
import { settled, tally } from '../measuring/settled.ts';
import type { CrewOrder, CrewReport } from './lookup-crew.ts';

const [given] = await once(process, 'message');
const order = given as CrewOrder;
const library = libraries.find(({ name }) => name === order.library);
if (!library) throw new Error(`There is no client "${order.library}".`);
const client =
  library === answershare
    ? openOurs(order.target, await sharedFolder(order.folder))
    : await library.open(order.target, order.tuned);
const report = (what: CrewReport): void => void process.send?.(what);

report({ ready: true });
await once(process, 'message');
const outcomes = await Promise.all(
  Array.from({ length: order.lookups }, () =>
    settled((signal) => client.lookup(order.question, signal), 20_000),
  ),
);
report({ found: tally(outcomes).value });
await client.close();
process.disconnect();
