/** A pattern that finds a text in whatever way a program commonly writes it into another text. */
export function anyWriting(text: string): string {
  return [[...text].map(anyCharacter).join(''), ...(text.length >= shortestEncoded ? [hex(text)] : [])].join(
    '|',
  );
}

/**
 * What a text becomes inside the base64 of a longer one, such as `\0user\0password` of AUTH PLAIN (RFC 4616). Three bytes are
 * four characters, so there are three forms, each without the characters that its neighbours change. None for a text that
 * is too short to be told from words.
 */
export function insideBase64(text: string): readonly string[] {
  if (text.length < shortestEncoded) return [];
  const length = Buffer.byteLength(text);
  return [0, 1, 2].map((before) =>
    Buffer.concat([Buffer.alloc(before), Buffer.from(text)])
      .toString('base64')
      .slice(Math.ceil((before * 8) / 6), Math.floor(((before + length) * 8) / 6)),
  );
}

/** A pattern of a piece of base64, in its usual or its URL-safe alphabet (RFC 4648), also in JSON or an address. */
export function base64Pattern(text: string): string {
  return text.replace(/[+/]/g, (sign) => (sign === '+' ? '(?:[+-]|%2B)' : '(?:\\\\?/|_|%2F)'));
}

const shortestEncoded = 6;

/** As it is; after backslashes; by JSON, percent (RFC 3986), HTML; each also inside a writing of the same kind. */
function anyCharacter(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  const units = [...Array(character.length).keys()].map((at) => padded(character.charCodeAt(at), 4));
  const plain = [
    character.replace(/[\\^$.*+?()[\]{}|/]/, '\\$&'),
    units.map((unit) => `u${unit}`).join('\\\\{1,8}'),
    ...(code < 0x100 ? [`x${padded(code, 2)}`] : []),
    ...(controls[character] ?? []),
  ];
  const percent = [...Buffer.from(character)].map((byte) => `%(?:25){0,4}${padded(byte, 2)}`).join('');
  const named = { '&': 'amp', '<': 'lt', '>': 'gt', '"': 'quot', "'": 'apos' }[character];
  const html = [`#0{0,6}${code}`, `#x0{0,6}${code.toString(16)}`, ...(named === undefined ? [] : [named])];
  return `(?:\\\\{0,8}(?:${plain.join('|')})|${percent}|&(?:amp;){0,4}(?:${html.join('|')});${character === ' ' ? '|\\+' : ''})`;
}

const controls: Readonly<Record<string, readonly string[]>> = { '\n': ['n'], '\t': ['t'], '\r': ['r'] };

const padded = (code: number, digits: number): string => code.toString(16).padStart(digits, '0');

const hex = (text: string): string => Buffer.from(text).toString('hex');
