import { readFileSync } from 'node:fs';
import { ScriptError } from '../protocol/errors.ts';

const text = (name: string): string => readFileSync(new URL(name, import.meta.url), 'utf8');

/** JavaScript for the sidebar's page, to run first: defines `google.script.run` and `google.script.host`. */
export const scriptRun: string = text('script-run.js');

/**
 * JavaScript for the surrounding page: defines `sidebarBridge(frame, call, {close, focus})`. `call(name, args)` returns
 * the result of `answerSidebar`.
 */
export const bridge: string = text('bridge.js');

/** Inserts `scriptRun` as the first script of the HTML. */
export function withScriptRun(html: string): string {
  const script = `<script>${scriptRun}</script>`;
  const head = /<head[^>]*>/i.exec(html);
  if (head === null) return script + html;
  const end = head.index + head[0].length;
  return html.slice(0, end) + script + html.slice(end);
}

/** The value (null = nothing returned), or the error for the failure handler. */
export type SidebarAnswer = { value: unknown } | { message: string; name: string };

/** Runs one call of google.script.run. Rejects only for errors of the host. */
export async function answerSidebar(
  host: { sidebarCall(name: string, args: unknown[]): Promise<unknown> },
  name: string,
  args: unknown[],
): Promise<SidebarAnswer> {
  try {
    return { value: (await host.sidebarCall(name, args)) ?? null };
  } catch (error) {
    if (!(error instanceof ScriptError)) throw error;
    return { message: error.message, name: error.scriptName ?? 'ScriptError' };
  }
}
