export { startBrowser } from '@answershare/browser';
