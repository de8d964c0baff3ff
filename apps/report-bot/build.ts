import { buildCommand } from './build/command.ts';
import { buildEmptyDatabase } from './build/empty-database.ts';
import { buildMail } from './build/mail.ts';
import { buildPreview } from './build/preview.ts';

await buildCommand();
await buildMail();
await buildPreview();
await buildEmptyDatabase();
