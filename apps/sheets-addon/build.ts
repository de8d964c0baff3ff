import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buildAddon, localFolder, root } from './build/build-addon.ts';
import { formatFunctionPage } from './build/function-page.ts';
import { catalogue } from './src/index.ts';

await buildAddon(localFolder);
await writeFile(join(root, 'docs/FUNCTIONS.md'), formatFunctionPage(catalogue));
console.log(
  'Built dist-local/ without a service address, for the demo and the tests. npm run addon:build builds dist/, which is pushed.',
);
