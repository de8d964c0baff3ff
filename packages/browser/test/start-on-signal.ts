// Runs as a program with a cache folder: prints "ready", waits for a line, starts a browser, prints a page's title.
import { once } from 'node:events';
import { startBrowser } from '../src/start-browser.ts';

process.stdout.write('ready\n');
await once(process.stdin, 'data');
process.stdin.destroy();
const browser = await startBrowser({ installed: '', cache: process.argv[2] ?? '' });
try {
  const page = await browser.newPage();
  await page.setContent('<title>Share of voice</title>');
  process.stdout.write(`${await page.title()}\n`);
} finally {
  await browser.close();
}
