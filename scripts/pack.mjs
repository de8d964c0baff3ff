// Packs what others install, core, recogniser, sandbox and the bot, into the folder `packed`: `npm run pack`.
import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { quiet } from './processes.mjs';
import { root } from './root.mjs';
import { step } from './step.mjs';
import { environmentWith, toolchainFolder } from './toolchain.mjs';

const env = environmentWith(await toolchainFolder());
const packed = join(root, 'packed');
rmSync(packed, { recursive: true, force: true });
const packages = ['packages/core', 'packages/recogniser', 'packages/sandbox', 'apps/report-bot'];
const pack = (folder) =>
  quiet('pnpm', ['--dir', join(root, folder), 'pack', '--pack-destination', packed], env);
await step(
  'Packing',
  () => 'Read the message above; `npm test` tells more.',
  () => Promise.all(packages.map(pack)),
);
const names = readdirSync(packed);
const tarballs = (pattern) => names.filter((name) => pattern.test(name)).map((name) => join(packed, name));
process.stdout.write(`${tarballs(/./).join('\n')}

In a folder of your own, with Node 22.18 or newer, the command:
  npm install ${tarballs(/report-bot/).join(' ')} && npx answershare --help
or the client:
  npm install ${tarballs(/core|recogniser/).join(' ')}
or the sandbox:
  npm install ${tarballs(/sandbox/).join(' ')} && npx answershare-sandbox --form 2
`);
