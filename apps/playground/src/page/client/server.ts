/** Identifies this window to the server. */
export const windowId: string = crypto.randomUUID();

/** Posts JSON with the page's token. Resolves with the answer, or null for an empty one. */
export async function post(path: string, body: unknown): Promise<unknown> {
  const headers = { 'Content-Type': 'application/json', 'X-Page-Token': window.pageToken };
  const response = await fetch(path, { method: 'POST', headers, body: JSON.stringify(body) });
  const text = await response.text();
  return text === '' ? null : JSON.parse(text);
}

/** The server's events. */
const events = new EventSource(`/events?window=${windowId}`);

export function onEvent<T>(name: string, listener: (data: T) => void): void {
  events.addEventListener(name, (event) => listener(JSON.parse((event as MessageEvent<string>).data) as T));
}

declare global {
  interface Window {
    readonly pageToken: string;
    readonly sidebarBridge: (
      frame: HTMLIFrameElement,
      call: (name: string, args: unknown[]) => Promise<unknown>,
      actions: { readonly close: () => void },
    ) => void;
  }
}
