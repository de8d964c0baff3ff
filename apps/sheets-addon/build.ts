import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buildAddon, root } from './build/build-addon.ts';
import { formatBuildReport, readOwnBuildSettings } from './build/build-settings.ts';
import { formatFunctionPage } from './build/function-page.ts';
import { catalogue } from './src/index.ts';

const settings = await readOwnBuildSettings();
await buildAddon(join(root, 'dist'), settings);
await writeFile(join(root, 'docs/FUNCTIONS.md'), formatFunctionPage(catalogue));
for (const line of formatBuildReport(settings)) console.log(line);
