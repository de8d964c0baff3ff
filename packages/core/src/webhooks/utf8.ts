/** The UTF-8 bytes of a text (RFC 3629); a lone surrogate becomes U+FFFD, as the WHATWG encoder has it. */
export function utf8Bytes(text: string): Uint8Array {
  const bytes: number[] = [];
  for (const character of text) {
    const written = character.codePointAt(0) ?? 0;
    const point = written >= 0xd800 && written <= 0xdfff ? 0xfffd : written;
    if (point < 0x80) bytes.push(point);
    else if (point < 0x800) bytes.push(0xc0 | (point >> 6), tail(point));
    else if (point < 0x10000) bytes.push(0xe0 | (point >> 12), tail(point >> 6), tail(point));
    else bytes.push(0xf0 | (point >> 18), tail(point >> 12), tail(point >> 6), tail(point));
  }
  return Uint8Array.from(bytes);
}

const tail = (bits: number): number => 0x80 | (bits & 0x3f);

/** Lowest code point of a sequence by its number of trailing bytes: what is written longer than needed is no UTF-8. */
const lowest = [0, 0x80, 0x800, 0x10000];

/** The text of UTF-8 bytes; null where they are no UTF-8 (RFC 3629 §4). A byte order mark stays in the text. */
export function utf8Text(bytes: Uint8Array): string | null {
  const pieces: string[] = [];
  for (let at = 0; at < bytes.length; ) {
    const first = bytes[at] ?? 0;
    const more = first < 0x80 ? 0 : first >= 0xf0 ? 3 : first >= 0xe0 ? 2 : 1;
    if (first >= 0xf8 || (first >= 0x80 && first < 0xc0)) return null;
    let point = more === 0 ? first : first & (0x3f >> more);
    for (let next = 1; next <= more; next++) {
      const byte = bytes[at + next];
      if (byte === undefined || (byte & 0xc0) !== 0x80) return null;
      point = (point << 6) | (byte & 0x3f);
    }
    if (point < (lowest[more] ?? 0) || point > 0x10ffff || (point >= 0xd800 && point <= 0xdfff)) return null;
    pieces.push(String.fromCodePoint(point));
    at += more + 1;
  }
  return pieces.join('');
}
