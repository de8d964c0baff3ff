export { connectAddon, startAddon } from './addon/addon.ts';
export { type Inbox, type InboxOptions, startInbox } from './inbox/inbox.ts';
export type { Message } from './inbox/message.ts';
export type { CellValue } from './sheet/cell-values.ts';
export { createSheet, type Sheet } from './sheet/sheet.ts';
export { type Camera, openCamera, type View } from './shots/shots.ts';
export { type SidebarPage, startSidebarPage } from './sidebar/sidebar-page.ts';
