import type { ConnectAnswer, StatusAnswer } from '../connection/status.ts';
import { type Act, inspect } from './inspect.ts';

/** Calls a function of the script, as google.script.run does. */
export type ScriptCall = (name: string, args: unknown[]) => Promise<unknown>;

export const actBy =
  (call: ScriptCall): Act =>
  (name, ...order) =>
    call('act', [name, ...order]) as ReturnType<Act> as never;

/** Inspects the service of a connected file, as the sidebar's page does when it opens. */
export const inspectFile = (call: ScriptCall): ReturnType<typeof inspect> => inspect(actBy(call), false);

/** Connects a file and inspects the service, as the sidebar's page does. */
export async function connectFile(call: ScriptCall, key: string): Promise<ConnectAnswer | StatusAnswer> {
  const answer = (await call('connect', [key])) as ConnectAnswer;
  if (!answer.ok) return answer;
  const inspection = await inspectFile(call);
  return inspection.ok ? ((await call('connectionStatus', [])) as StatusAnswer) : inspection;
}
