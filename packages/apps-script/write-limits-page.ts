import { writeFile } from 'node:fs/promises';
import { limitsPage } from './src/limits-page.ts';

await writeFile(new URL('../../docs/apps-script-limits.md', import.meta.url), limitsPage());
