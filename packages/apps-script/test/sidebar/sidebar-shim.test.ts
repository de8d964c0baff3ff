import { EventEmitter, once } from 'node:events';
import { startBrowser } from '@answershare/browser';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { answerSidebar, bridge, type SidebarAnswer, withScriptRun } from '../../src/sidebar/sidebar-shim.ts';
import { hostOf } from '../support/pushed-folder.ts';

const code = `
function echo(value) { return value; }
function nothing() {}
function fail() { throw new Error('No key yet.'); }
function hidden_() { return 'secret'; }
`;
let browser: Awaited<ReturnType<typeof startBrowser>>;
beforeAll(async () => {
  browser = await startBrowser();
});
afterAll(() => browser.close());

interface OpenSidebar {
  /** What scripts noted by `seen`. */
  readonly seen: readonly string[];
  /** Shows a page with this script, and resolves once it prints `end`. */
  show(script: string, body?: string): Promise<void>;
  closed(): Promise<boolean>;
}

/** Opens a frame that may run scripts alone. */
async function openSidebar(
  call: (name: string, args: unknown[]) => Promise<SidebarAnswer>,
): Promise<OpenSidebar> {
  const page = await browser.newPage();
  onTestFinished(() => page.close());
  const seen: string[] = [];
  let finish = (): void => undefined;
  page.on('console', (message) => {
    if (message.text() === 'end') finish();
    else seen.push(message.text());
  });
  await page.exposeFunction('scriptCall', call);
  await page.setContent('<iframe sandbox="allow-scripts allow-forms"></iframe>');
  await page.addScriptTag({ content: bridge });
  await page.evaluate(`sidebarBridge(document.querySelector('iframe'), window.scriptCall, {
    close: () => { document.title = 'closed'; } });`);
  return {
    seen,
    async show(script, body = '') {
      const finished = new Promise<void>((resolve) => {
        finish = resolve;
      });
      const html = withScriptRun(`<html><head></head><body>${body}<script>
        const seen = (value) => console.log(JSON.stringify(value));
        const run = google.script.run;
        const attempt = (call) => { try { call(); } catch (error) { seen(error.message); } };
        ${script}</script></body></html>`);
      await page.evaluate(
        `document.querySelector('iframe').srcdoc = ${JSON.stringify(html).replace(/</g, '\\u003c')}`,
      );
      await finished;
    },
    closed: async () => (await page.title()) === 'closed',
  };
}

/** A sidebar that has shown a page with this script. */
async function sidebarWith(script: string, body = ''): Promise<OpenSidebar> {
  const host = await hostOf(code, { threads: 1 });
  const sidebar = await openSidebar((name, args) => answerSidebar(host, name, args));
  await sidebar.show(script, body);
  return sidebar;
}

test('passes the value or the error, and the user object, to handlers', async () => {
  const { seen } = await sidebarWith(`
    run.withUserObject({ mine: 1 }).withSuccessHandler((value, mine) => { seen([value, mine]);
      run.withFailureHandler((error, mine) => { seen([error instanceof Error, error.message, error.name, mine]);
        run.withSuccessHandler((value) => { seen([value]); console.log('end'); }).nothing();
      }).withUserObject('u').fail();
    }).echo('x');`);
  expect(seen).toEqual(['["x",{"mine":1}]', '[true,"No key yet.","Error","u"]', '[null]']);
});

test('prints an unhandled failure on the console; a name that ends with _ is undefined', async () => {
  const { seen } = await sidebarWith(`
    seen(typeof run.hidden_);
    run.fail();
    run.withFailureHandler(null).fail();
    run.withSuccessHandler(() => console.log('end')).withFailureHandler(null).echo(1);`);
  expect(seen.filter((line) => line !== '"undefined"')).toEqual(['Uncaught Error: No key yet.']);
});

test('passes only what google.script.run can pass', async () => {
  const { seen } = await sidebarWith(`
    const cycle = {}; cycle.self = cycle;
    for (const bad of [new Date(), () => 1, cycle, document.body, new Map(), { deep: [new Date()] }]) attempt(() => run.echo(bad));
    attempt(() => run.echo(1, new Date()));
    run.withSuccessHandler((value) => { seen(value); console.log('end'); }).echo({ a: [1, undefined, null, [true]], b: { c: 'x' }, d: Object.create(null) });`);
  const refused = 'Failed due to illegal value in property: ';
  expect(seen.map((line) => JSON.parse(line))).toEqual([
    ...Array.from({ length: 6 }, () => `${refused}0`),
    `${refused}1`,
    { a: [1, null, null, [true]], b: { c: 'x' }, d: {} },
  ]);
});

test('passes a form as texts if it is the only parameter', async () => {
  const { seen } = await sidebarWith(
    `
    const form = document.querySelector('form');
    attempt(() => run.echo('x', form));
    run.withSuccessHandler((value) => { seen(value); console.log('end'); }).echo(form);`,
    `<form><input name="key" value="k"><input name="days" type="number" value="7"><select name="many" multiple><option selected>a
     <option selected>b</select><input type="checkbox" name="off"><input type="checkbox" name="on" checked></form>`,
  );
  expect(seen.map((line) => JSON.parse(line))).toEqual([
    'Failed due to illegal value in property: 1',
    { key: 'k', days: '7', many: ['a', 'b'], on: 'on' },
  ]);
});

test('the sidebar closes itself through the surrounding page', async () => {
  const { closed } = await sidebarWith(`
    google.script.host.setWidth(300); google.script.host.setHeight(1); google.script.host.editor.focus();
    google.script.host.close();
    run.withSuccessHandler(() => console.log('end')).nothing();`);
  expect(await closed()).toBe(true);
});

test('an answer to a page that is gone reaches no page after it', async () => {
  const calls = new EventEmitter();
  const sidebar = await openSidebar(async (_, [value]) => {
    if (value === 'gone') {
      await once(calls, 'here');
      calls.emit('gone');
    } else {
      const answered = once(calls, 'gone');
      calls.emit('here');
      await answered;
    }
    return { value };
  });
  await sidebar.show(`run.echo('gone'); console.log('end');`);
  await sidebar.show(`run.withSuccessHandler((value) => { seen(value); console.log('end'); }).echo('here');`);
  expect(sidebar.seen).toEqual(['"here"']);
});
