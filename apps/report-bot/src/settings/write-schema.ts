import { writeFileSync } from 'node:fs';
import { publishedSchema } from './published.ts';

// Writes the published JSON Schema anew: `pnpm schema`.
writeFileSync(new URL('../../answershare.schema.json', import.meta.url), publishedSchema());
