import { createHash, createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import { failureOf, hostOf } from '../support/pushed-folder.ts';

const code = `
function DIGEST(name, text) { return [Utilities.computeDigest(Utilities.DigestAlgorithm[name], text)]; }
function HMAC(text, key) { return [Utilities.computeHmacSha256Signature(text, key)]; }
function ENCODE(text) { return [[Utilities.base64Encode(text), Utilities.base64EncodeWebSafe(text)]]; }
function ROUND(text) {
  var bytes = Utilities.base64Decode(Utilities.base64Encode(text, Utilities.Charset.UTF_8));
  var safe = Utilities.base64DecodeWebSafe(Utilities.base64EncodeWebSafe(bytes));
  return Utilities.newBlob(safe).getDataAsString();
}
function BAD(text) { return Utilities.base64Decode(text).length; }
function ZIP(text) {
  var packed = Utilities.gzip(Utilities.newBlob(text));
  return [[packed.getBytes()[0], packed.getBytes()[1], Utilities.ungzip(packed).getDataAsString(), packed.getContentType()]];
}
function UNZIP() { return Utilities.ungzip(Utilities.newBlob('no gzip')).getName(); }
function UUID() { return Utilities.getUuid(); }
function FORMAT(date, zone, pattern) { return Utilities.formatDate(date, zone, pattern); }
function SLEEP(ms) { Utilities.sleep(ms); }
`;

test.each([
  ['SHA_256', 'sha256'],
  ['MD5', 'md5'],
  ['SHA_1', 'sha1'],
])('computeDigest %s gives signed bytes', async (name, hash) => {
  const host = await hostOf(code);
  const bytes = [...new Int8Array(createHash(hash).update('grüezi').digest())];
  expect(await host.customFunction('DIGEST', [name, 'grüezi'])).toEqual([bytes]);
});

test('computeHmacSha256Signature gives signed bytes', async () => {
  const host = await hostOf(code);
  const bytes = [...new Int8Array(createHmac('sha256', 'key').update('text').digest())];
  expect(await host.customFunction('HMAC', ['text', 'key'])).toEqual([bytes]);
});

test('encodes and decodes base64 in both alphabets', async () => {
  const host = await hostOf(code);
  expect(await host.customFunction('ENCODE', ['a?>ü~'])).toEqual([['YT8+w7x+', 'YT8-w7x-']]);
  expect(await host.customFunction('ROUND', ['Zürich 🏔'])).toBe('Zürich 🏔');
  expect((await failureOf(host.customFunction('BAD', ['*']))).message).toContain('Could not decode string.');
});

test('compresses and decompresses gzip, and reports invalid data', async () => {
  const host = await hostOf(code);
  expect(await host.customFunction('ZIP', ['text'])).toEqual([[31, -117, 'text', 'application/x-gzip']]);
  expect((await failureOf(host.customFunction('UNZIP', []))).message).toBe('Could not decompress gzip.');
});

test('returns a UUID of version 4', async () => {
  const host = await hostOf(code);
  expect(await host.customFunction('UUID', [])).toMatch(
    /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
  );
});

const instant = new Date(Date.UTC(2026, 2, 1, 23, 5, 9, 7));
test.each([
  ['GMT', "yyyy-MM-dd'T'HH:mm:ss.SSS'Z'", '2026-03-01T23:05:09.007Z'],
  ['Europe/Zurich', 'yyyy-MM-dd HH:mm Z', '2026-03-02 00:05 +0100'],
  ['America/New_York', 'EEEE, d MMMM yy h:mm a XXX', 'Sunday, 1 March 26 6:05 PM -05:00'],
  ['GMT+2', 'EEE d MMM K k D u X', 'Mon 2 Mar 1 1 61 1 +02'],
  ['UTC', "h 'o''clock' ''", "11 o'clock '"],
])('formatDate in %s as %s', async (zone, pattern, text) => {
  const host = await hostOf(code);
  expect(await host.customFunction('FORMAT', [instant, zone, pattern])).toBe(text);
});

test('formatDate refuses an unknown letter, zone or date', async () => {
  const host = await hostOf(code);
  const say = async (...args: unknown[]) => (await failureOf(host.customFunction('FORMAT', args))).message;
  expect(await say(instant, 'UTC', 'yyyy-ww')).toBe("Illegal pattern character 'w'");
  expect(await say(instant, 'Mars/Base', 'yyyy')).toBe('Invalid argument: timeZone Mars/Base');
  expect(await say('2026-03-01', 'UTC', 'yyyy')).toContain("(String,String,String) don't match");
});

test('sleep accepts 0 to 300,000 milliseconds', async () => {
  const host = await hostOf(code);
  expect(await host.customFunction('SLEEP', [0])).toBe(null);
  expect((await failureOf(host.customFunction('SLEEP', [300_001]))).message).toContain('0 to 300000');
  expect((await failureOf(host.customFunction('SLEEP', [-1]))).message).toContain('0 to 300000');
});
