export { type BrowserChoice, startBrowser } from './start.ts';
