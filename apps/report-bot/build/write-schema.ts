import { writeFileSync } from 'node:fs';
import { formatJsonSchema } from '../src/settings/schema.ts';

// Writes the published JSON Schema anew: `pnpm schema`.
writeFileSync(new URL('../answershare.schema.json', import.meta.url), formatJsonSchema());
