const opening = '<!-- bench: written by npm run bench -- --write -->';
const closing = '<!-- /bench -->';

/** The README's text with the generated part replaced. */
export function withResults(readme: string, results: string): string {
  const from = readme.indexOf(opening);
  const to = readme.indexOf(closing);
  if (from < 0 || to < from)
    throw new Error(`The README has no place for the results: put "${opening}" and "${closing}" into it.`);
  return `${readme.slice(0, from)}${opening}\n\n${results}\n\n${readme.slice(to)}`;
}
