/** What a text takes of a property or of the store, at most: characters beyond ASCII take up to three bytes. */
export const bytesOf = (text: string): number => text.replace(/[\u0080-\uffff]/g, '___').length;
