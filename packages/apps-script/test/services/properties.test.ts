import { expect, test } from 'vitest';
import { failureOf, hostOf } from '../support/pushed-folder.ts';

const code = `
function doc() { return PropertiesService.getDocumentProperties(); }
function SET(key, value) { doc().setProperty(key, value); }
function TOUR() {
  var p = doc();
  p.setProperties({ a: '1', b: '2' }).setProperty('c', '3').deleteProperty('a');
  var seen = [p.getProperty('a'), p.getKeys().sort().join(), JSON.stringify(p.getProperties())];
  p.setProperties({ d: '4' }, true);
  seen.push(p.getKeys().join());
  p.deleteAllProperties();
  seen.push(p.getKeys().length, PropertiesService.getScriptProperties().getProperty('from outside'));
  return [seen];
}
`;

test('reads, writes and deletes in separate stores', async () => {
  const host = await hostOf(code);
  host.properties.script.set('from outside', 'yes');
  expect(await host.run('TOUR')).toEqual([[null, 'b,c', '{"b":"2","c":"3"}', 'd', 0, 'yes']]);
  expect(host.properties.document.all()).toEqual({});
  expect(host.counters()).toMatchObject({ propertyReads: 6, propertyWrites: 5 });
});

test('accepts a value of 9 KB and refuses one more byte', async () => {
  const host = await hostOf(code);
  await host.run('SET', ['k', 'v'.repeat(9_216)]);
  expect((await failureOf(host.run('SET', ['k', 'v'.repeat(9_217)]))).message).toBe(
    'Argument too large: value',
  );
});

test('accepts a store of 500 KB; one more byte throws and changes nothing', async () => {
  const host = await hostOf(code);
  const { document } = host.properties;
  // 55 entries of 2 + 9,216 bytes, and one that fills the rest of 512,000.
  for (let i = 10; i < 65; i++) document.set(String(i), 'v'.repeat(9_216));
  await host.run('SET', ['x', 'v'.repeat(512_000 - 55 * 9_218 - 1)]);
  const failure = await failureOf(host.run('SET', ['x', 'v'.repeat(512_000 - 55 * 9_218)]));
  expect(failure.message).toContain('You have exceeded the property storage quota');
  expect(document.get('x')).toHaveLength(512_000 - 55 * 9_218 - 1);
});

test('stores only text', async () => {
  const host = await hostOf(code);
  expect((await failureOf(host.run('SET', ['k', 5]))).message).toContain('(String,Number)');
});
