import { buildCommand } from './build/command.ts';
import { buildLetter } from './build/letter.ts';
import { writeEmptyDatabase } from './src/store/empty-database.ts';

await buildCommand();
await buildLetter();
await writeEmptyDatabase();
