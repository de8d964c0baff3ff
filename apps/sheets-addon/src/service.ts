import { formatFault } from './cells/fault-text.ts';
import { formatInstant } from './google/platform.ts';

export { formatPeriodFault, redact, translatePeriod } from '@answershare/core';
export { translateWord } from './cells/argument-words.ts';
export { isTransientCode } from './cells/fault-text.ts';

export { fileFacts } from './google/file-facts.ts';
export { showMenu, showSidebar } from './google/menu.ts';
export { queryService } from './google/open-service.ts';
export {
  connect,
  disconnect,
  readConnectionStatus,
  runAction,
  runFreezeTab,
  runTrigger,
} from './google/sidebar-calls.ts';

/** The note of a failed cell, with instants in the file's zone. */
export const formatCellFault = (thrown: unknown): string => formatFault(thrown, formatInstant);
