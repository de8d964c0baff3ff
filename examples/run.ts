/** `npm run -s example NAME`: runs one of the examples. */
import { readdirSync } from 'node:fs';
import { basename } from 'node:path';

const parts = ['run', 'service'];
const names = readdirSync(import.meta.dirname)
  .filter((file) => file.endsWith('.ts'))
  .map((file) => basename(file, '.ts'))
  .filter((name) => !parts.includes(name));

const [name = ''] = process.argv.slice(2);
if (names.includes(name)) await import(`./${name}.ts`);
else if (name === '--help' || name === '-h')
  process.stdout.write(`Usage: npm run -s example NAME\nNAME is one of ${names.join(', ')}.\n`);
else {
  process.stderr.write(
    `${name === '' ? 'Say which example' : `There is no example "${name}"`}: ${names.join(', ')}.\n`,
  );
  process.exitCode = 2;
}
