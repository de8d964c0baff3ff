import { buildCommand } from './build/command.ts';
import { buildEmptyDatabase } from './build/empty-database.ts';
import { buildMail } from './build/mail.ts';

await buildCommand();
await buildMail();
await buildEmptyDatabase();
