export { formatPeriodFault, translatePeriod } from '@answershare/core';
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
