import { writeFile } from 'node:fs/promises';
import { renderLimitsPage } from './limits-page.ts';

await writeFile(new URL('../../docs/apps-script-limits.md', import.meta.url), renderLimitsPage());
