import type { Leaf } from './leaves.ts';
import { readNames } from './names.ts';
import { isScalar } from './shape.ts';
import { tagsOf } from './statements.ts';

const ignored: ReadonlySet<string> = new Set(['neutral', 'wrapper', 'paging', 'page', 'url']);

/** Fields that say whether more pages follow. */
export function pagesIn(leaves: readonly Leaf[]): Record<string, string> {
  const pages: Record<string, string> = {};
  for (const leaf of leaves) {
    if (leaf.isSingle) continue;
    const { seen } = leaf.shape;
    const rest = Array.from(tagsOf(leaf)).filter((tag) => !ignored.has(tag));
    const isMore = rest.includes('more') && rest.every((tag) => tag === 'more' || tag === 'cursor');
    if (!isMore || !readNames(leaf.names).isKnown) continue;
    if (seen.flag > 0 && rest.length === 1) pages.morePages = pages.morePages ?? `${leaf.at} flag?`;
    else if (seen.number === 0 && seen.flag === 0) pages.nextPage = pages.nextPage ?? `${leaf.at} text?`;
  }
  return pages;
}

/** The id of the website that was asked for, where the bodies repeat it. */
export function websiteIn(leaves: readonly Leaf[]): Record<string, string> {
  const found = leaves.find((leaf) => {
    const { tags, isKnown } = readNames(leaf.names);
    const rest = Array.from(tags).filter((tag) => tag !== 'wrapper');
    const isId = isKnown && rest.length === 2 && tags.has('website') && tags.has('id');
    return isId && !leaf.isSingle && isScalar(leaf.shape) && leaf.shape.seen.flag === 0;
  });
  return found === undefined ? {} : { website: `${found.at} id` };
}
