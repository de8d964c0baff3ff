import { buildCommand } from './build/command.ts';
import { buildEmptyDatabase } from './build/empty-database.ts';
import { buildLetter } from './build/letter.ts';

await buildCommand();
await buildLetter();
await buildEmptyDatabase();
