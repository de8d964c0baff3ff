import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { parseArgs } from 'node:util';
import { parseBaseUrl } from '@answershare/core';
import { findScriptId } from './preconditions.ts';

/** @throws Error if the text has no script id */
function readScriptId(text: string): string {
  const id = findScriptId(text);
  if (id !== null) return id;
  throw new Error('it has no script id: copy the 57 letters and digits under Project Settings.');
}

/** The options with what a terminal asks, and how an answer is read. */
const questions = [
  ['script-id', 'Script id, or the address of the project at script.google.com', readScriptId],
  ['address', 'Address of the service, such as https://api.example.com', parseBaseUrl],
] as const;

/**
 * Writes `.clasp.json` and the address in `service.json` of the folder, from `--script-id` and `--address`. A missing one
 * is asked in a terminal. Other fields of `service.json` stay.
 * @throws Error that names each missing or wrong value
 */
export async function initProject(
  folder: string,
  args: readonly string[],
  hasTerminal: boolean,
): Promise<void> {
  const text = { type: 'string' } as const;
  const { values } = parseArgs({ args: [...args], options: { 'script-id': text, address: text } });
  const answers: string[] = [];
  const faults: string[] = [];
  for (const [option, ask, parse] of questions) {
    const given = values[option] ?? (hasTerminal ? await askLine(`${ask}: `) : undefined);
    try {
      if (given === undefined) throw new Error(`it is missing, and there is no terminal to ask for it.`);
      answers.push(parse(given.trim()));
    } catch (error) {
      faults.push(`--${option}: ${(error as Error).message}`);
    }
  }
  if (faults.length > 0) throw new Error(faults.join('\n'));
  const [scriptId, serviceUrl] = answers;
  const path = join(folder, 'service.json');
  const service = existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : {};
  const write = (name: string, value: object): void =>
    writeFileSync(join(folder, name), `${JSON.stringify(value, null, 2)}\n`);
  write('.clasp.json', { scriptId, rootDir: 'dist' });
  write('service.json', { ...service, serviceUrl });
}

async function askLine(question: string): Promise<string> {
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  try {
    return await terminal.question(question);
  } finally {
    terminal.close();
  }
}
