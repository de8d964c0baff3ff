import { engineOf } from '../reading/engines.ts';
import { oneOf } from '../reading/names.ts';
import { readText } from '../reading/numbers.ts';
import type { EngineName } from './engine-cell.ts';

const hosts =
  /^(?:https?:\/\/)?(?:(?:www|chat|app)\.)?((?:chatgpt|openai|perplexity|gemini\.google|copilot\.microsoft|claude|grok|x|deepseek|meta|mistral)\.(?:com|ai))(?:\/(?:(?:c|chat|share|search|thread|app)\b.*)?)?$/i;

/** True for the address of an engine itself, or of a conversation with it: never what it cites. */
export function isOfEngine(value: unknown, named: () => EngineName | null): boolean {
  const match = hosts.exec(String(readText(value)));
  if (!match) return false;
  const engine = named();
  return engine !== null && engineOf(match[1] as string).engine === engineOf(engine.text).engine;
}

/** True for a field whose address only goes with an engine: its picture, or the one page that it cites most. */
export const goesWith = oneOf('*logo* *icon* *image* *avatar* *homepage* top* best*');
