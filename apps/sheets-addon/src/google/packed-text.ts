/** Cache values hold 100 KB (Google: reference/cache/cache). Text is counted in bytes; base64 has one byte a character. */
const longestValue = 100 * 1024;

/** Below this a text stays readable as it is: at most 3 bytes a character keep it under the limit. */
const longestPlain = 16_384;

const mark = 'gz:';

/** A text as a stored value: packed where it is longer than `plainLength`; null where it does not fit even so. */
export function pack(text: string, plainLength = longestPlain): string | null {
  if (text.length <= plainLength && text.slice(0, mark.length) !== mark) return text;
  const packed = mark + Utilities.base64Encode(Utilities.gzip(Utilities.newBlob(text)).getBytes());
  return packed.length <= longestValue ? packed : null;
}

/** The text of a stored value; null where it is damaged, as one that was cut off or written by two at once may be. */
export function unpack(value: string): string | null {
  if (value.slice(0, mark.length) !== mark) return value;
  try {
    const bytes = Utilities.base64Decode(value.slice(mark.length));
    return Utilities.ungzip(Utilities.newBlob(bytes, 'application/x-gzip')).getDataAsString('UTF-8');
  } catch {
    return null;
  }
}
