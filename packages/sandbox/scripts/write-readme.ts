import { readFileSync, writeFileSync } from 'node:fs';
import { withSwitches } from './switches-section.ts';

const README = new URL('../README.md', import.meta.url);

writeFileSync(README, withSwitches(readFileSync(README, 'utf8')));
