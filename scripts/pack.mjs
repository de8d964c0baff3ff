// Packs what others install, core, recogniser and the bot, into the folder `packed`: `npm run pack`.
import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { quiet, step } from './step.mjs';
import { environmentWith, root, toolchainFolder } from './toolchain.mjs';

const env = environmentWith(await toolchainFolder());
const packed = join(root, 'packed');
rmSync(packed, { recursive: true, force: true });
for (const folder of ['packages/core', 'packages/recogniser', 'apps/report-bot']) {
  const line = ['--dir', join(root, folder), 'pack', '--pack-destination', packed];
  await step(`Packing ${folder}`, 'Read the message above; `npm test` tells more.', () =>
    quiet('pnpm', line, env),
  );
}
const tarballs = readdirSync(packed).map((name) => join(packed, name));
const install = (pattern) => `npm install ${tarballs.filter((path) => pattern.test(path)).join(' ')}`;
process.stdout.write(`${tarballs.join('\n')}

In a folder of your own, the command:
  ${install(/report-bot/)} && npx answershare --help
or the client:
  ${install(/core|recogniser/)}
`);
