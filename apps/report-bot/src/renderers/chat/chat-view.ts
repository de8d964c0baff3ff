import type { Digest } from '../../digest/digest.ts';
import type { Fact } from '../../digest/metric.ts';
import { defaultDesign } from '../../message/design.ts';
import { formatBriefChange } from '../../message/group-view.ts';
import { createPhrases, type Phrases } from '../../message/phrases.ts';
import type { ChannelMessage, MessageOptions, Renderer } from '../../message/renderer.ts';
import { createLayoutFact } from '../../message/sentences.ts';
import type { SiteView } from '../../message/site-view.ts';
import { joinTexts } from '../../message/text-layout.ts';
import { createMailView, type MailView, type SizeBudget } from '../../message/view.ts';
import type { ChannelKind } from '../../settings/channels.ts';

/** A digest as a chat message, formatted for one locale and not escaped. */
export type ChannelView = ReturnType<typeof createChannelView>['view'];

/** A renderer that gives every fact of a message too. */
interface ChatRenderer extends Renderer {
  readonly render: (
    digest: Digest,
    options: MessageOptions,
  ) => ChannelMessage & { readonly facts: ReadonlySet<Fact> };
}

interface MessageBudget extends SizeBudget {
  /** Characters of the list of further changed websites. */
  readonly list: number;
}

const noRows = { competitors: 0, parts: 0 };

/** From the largest to the smallest; the last fits any input. */
const budgets: readonly MessageBudget[] = [
  { ...noRows, changes: 10, list: 2500, name: 24, quiet: 12, clients: 40, pageLines: 20, notes: 6 },
  { ...noRows, changes: 6, list: 1500, name: 16, quiet: 6, clients: 20, pageLines: 8, notes: 3 },
  { ...noRows, changes: 2, list: 500, name: 8, quiet: 3, clients: 8, pageLines: 0, notes: 1 },
];

/** A renderer of the view, with as much of it as `fits` accepts. */
export const createChatRenderer = (
  kind: ChannelKind,
  format: (view: ChannelView) => string,
  fits: (body: string) => boolean,
): ChatRenderer => ({
  kind,
  hasPageLink: true,
  render(digest, options) {
    for (const budget of budgets) {
      const { view, facts } = createChannelView(digest, options, budget);
      const body = format(view);
      if (fits(body) || budget === budgets.at(-1)) return { subject: view.subject, body, facts };
    }
    throw new RangeError('There is no size for a message.');
  },
});

function createChannelView(
  digest: Digest,
  { locale, dashboard, sheet = null, webCopy = null }: MessageOptions,
  budget: MessageBudget,
) {
  const drawn = createMailView(
    digest,
    {
      locale,
      // A channel has no unsubscribe link and no images.
      unsubscribe: 'mailto:',
      design: { ...defaultDesign, dashboard, sheet },
      extras: { webCopy, figures: null },
      charts: { print: () => null },
    },
    budget,
  );
  const facts = new Set(drawn.facts);
  const phrases = createPhrases(locale, (fact) => facts.add(fact), digest.week);
  const { view } = drawn;
  const rest = digest.groups.length > 0 ? [] : digest.changes.slice(budget.changes);
  const further = [
    ...rest.map((change) => formatBriefChange(change, budget.name, phrases)),
    ...view.moreGroups.map(({ title, of, changes }) => `${joinTexts([title, of], ', ')}: ${changes}`),
  ];
  return {
    facts,
    view: {
      language: view.language,
      direction: view.direction,
      subject: view.subject,
      caption: view.caption,
      headline: view.headline,
      context: joinTexts([view.banner, view.second]),
      action: view.action,
      // The four figures of the only website.
      cards: view.single ? view.sites.flatMap(({ cards }) => cards) : [],
      groups: view.groups.map(({ title, changes, alsoChanged, rest: quiet }) => ({
        title,
        changes,
        lines: title === '' ? [] : [alsoChanged, quiet].filter((text) => text !== ''),
      })),
      lines: [
        ...(view.single || further.length === 0
          ? []
          : [`${view.words.alsoChanged}: ${cutList(further, budget.list, phrases)}`]),
        ...formatQuietRows(view.quiet, digest.groups.length > 0),
        ...view.others,
        ...view.sites.flatMap(({ pageTables }) => pageTables.map(formatPageLine)),
      ],
      notes: [...view.notes, view.asOf].filter((text) => text !== ''),
      links: view.links,
    },
  };
}

/** A line for each website, or one for all clients: `Clients without a clear change: Acme 5 · Globex 4`. */
function formatQuietRows({ title, columns, rows }: MailView['quiet'], grouped: boolean): readonly string[] {
  if (!grouped)
    return rows.map(
      ({ name, levels }) => `${name}: ${levels.map((level, at) => `${columns[at]} ${level}`).join(' · ')}`,
    );
  return rows.length === 0
    ? []
    : [`${title}: ${rows.map(({ name, levels }) => `${name} ${levels[0]}`).join(' · ')}`];
}

/** `Pages no longer cited: /guides/boots (ChatGPT · “best boots”) · /compare/tents (Gemini) · and 3 more`. */
function formatPageLine({ title, pages, more }: SiteView['pageTables'][number]): string {
  const names = pages.map(({ name, detail }) => (detail === '' ? name : `${name} (${detail})`));
  return `${title}: ${[...names, ...(more === '' ? [] : [more])].join(' · ')}`;
}

/** The first entries of a list, and the number of those left out. */
function cutList(entries: readonly string[], limit: number, phrases: Phrases): string {
  let length = 0;
  const shown = entries.filter((entry, at) => {
    length += entry.length + 3;
    return at === 0 || length <= limit;
  });
  const more = entries.length - shown.length;
  const names = shown.join(' · ');
  return more === 0 ? names : phrases.count('moreNames', createLayoutFact(more), { names });
}
