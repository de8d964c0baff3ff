import { readFileSync, writeFileSync } from 'node:fs';
import { withSwitches } from './switches-section.ts';

const page = new URL('../docs/switches.md', import.meta.url);

writeFileSync(page, withSwitches(readFileSync(page, 'utf8')));
