import type { Bot, Running } from './bot.ts';

export interface BatchResult {
  /** The number of the line, from 1. */
  readonly line: number;
  readonly exitCode: number;
  readonly output: string;
}

/** Runs many command lines in one process of the real command; the words of a line hold no quotes. */
export async function runBatchLines(
  bot: Bot,
  lines: readonly (readonly string[])[],
  environment: NonNullable<Running['environment']> = {},
): Promise<readonly BatchResult[]> {
  const input = `${lines.map((words) => words.map((word) => `'${word}'`).join(' ')).join('\n')}\n`;
  const { out } = await bot.run(['batch', '--keep-going'], { input, environment });
  return out
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as BatchResult);
}
