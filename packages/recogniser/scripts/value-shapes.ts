// Writes docs/value-shapes.md: `node packages/recogniser/scripts/value-shapes.ts`.
import { writeFileSync } from 'node:fs';
import { renderValueShapes } from '../test/value-shapes.ts';

writeFileSync(new URL('../../../docs/value-shapes.md', import.meta.url), renderValueShapes());
