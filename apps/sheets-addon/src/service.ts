import type { Answer, Ask } from './asks/ask.ts';
import { openService } from './google/open-service.ts';

export { fileFacts } from './google/file-facts.ts';
export { showMenu, showSidebar } from './google/menu.ts';
export { act, connect, connectionStatus, disconnect, scheduled } from './google/sidebar-calls.ts';

/**
 * Asks what does not lie ready, within the time that is left.
 * @param until when the call has to be over, milliseconds since the epoch
 * @throws Refusal where the file has no connection
 */
export function askService(asks: readonly Ask[], until: number): readonly Answer[] {
  const service = openService({ until });
  try {
    return service.answer(asks);
  } finally {
    service.close();
  }
}
