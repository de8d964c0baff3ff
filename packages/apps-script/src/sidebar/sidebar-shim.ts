import { readFileSync } from 'node:fs';
import { ScriptError } from '../protocol/errors.ts';

const text = (name: string): string => readFileSync(new URL(name, import.meta.url), 'utf8');

/** JavaScript for the sidebar's page: defines `google.script.run` and `google.script.host`. Runs before its own scripts. */
export const scriptRun: string = text('script-run.js');

/**
 * JavaScript for the page around it: defines `sidebarBridge(frame, call, {close, focus})`, where `call(name, args)` gives
 * what `answerSidebar` gives.
 */
export const bridge: string = text('bridge.js');

/** The sidebar's HTML with `scriptRun` as its first script. */
export function withScriptRun(html: string): string {
  const script = `<script>${scriptRun}</script>`;
  const head = /<head[^>]*>/i.exec(html);
  if (head === null) return script + html;
  const end = head.index + head[0].length;
  return html.slice(0, end) + script + html.slice(end);
}

/** What goes back to the sidebar: the value, null where the function returned nothing, or the error as its handler gets it. */
export type SidebarAnswer = { value: unknown } | { message: string; name: string };

/** Runs one call of google.script.run. Rejects only with what is no failure of the script. */
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
