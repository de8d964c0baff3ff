/** The texts of a Slack message or an Adaptive Card that a reader sees; a link to a dashboard shows its name only. */
export function extractShownTexts(body: string): string[] {
  const texts: string[] = [];
  const walk = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return;
    for (const [key, value] of Object.entries(node)) {
      if (key === 'text' && typeof value === 'string')
        texts.push(value.replace(/<https:\/\/dash\.example\/[^|>]*\|([^>]*)>/g, '$1'));
      else walk(value);
    }
  };
  walk(JSON.parse(body));
  return texts;
}
