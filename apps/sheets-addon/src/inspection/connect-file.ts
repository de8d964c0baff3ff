import type { ConnectAnswer, StatusAnswer } from '../connection/status.ts';
import { type Act, inspect } from './inspect.ts';

/** Calls a function of the script, as google.script.run does. */
export type ScriptCall = (name: string, args: unknown[]) => Promise<unknown>;

export const actBy =
  (call: ScriptCall): Act =>
  (name, ...order) =>
    call('act', [name, ...order]) as ReturnType<Act> as never;

/** Connects a file and inspects the service, as the sidebar's page does. */
export async function connectFile(call: ScriptCall, key: string): Promise<ConnectAnswer | StatusAnswer> {
  const answer = (await call('connect', [key])) as ConnectAnswer;
  if (!answer.ok) return answer;
  const inspection = await inspect(actBy(call), false);
  return inspection.ok ? ((await call('connectionStatus', [])) as StatusAnswer) : inspection;
}
