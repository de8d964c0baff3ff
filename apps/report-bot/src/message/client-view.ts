import type { WebsiteChange } from '../digest/changes.ts';
import type { ClientGroup } from '../digest/client-groups.ts';
import type { Digest } from '../digest/digest.ts';
import type { Fact } from '../digest/metric.ts';
import type { RenderContext } from './cards.ts';
import type { LinkView } from './extras.ts';
import {
  type ChangeRow,
  createChangeRow,
  formatBriefChange,
  formatMissingData,
  type QuietSites,
} from './group-view.ts';
import type { Phrases } from './phrases.ts';
import { formatList } from './sentences.ts';
import { joinTexts, shortenName, toPlainName } from './text-layout.ts';

/** The most items about several websites. */
export interface GroupLimits {
  /** Rows with a chart; further changed websites are a list. */
  readonly changes: number;
  readonly name: number;
  readonly quiet: number;
  readonly clients: number;
}

/** Changed websites: of a client, or of the whole digest without a title. */
export interface ChangeGroup {
  readonly title: string;
  readonly changes: readonly ChangeRow[];
  readonly alsoChanged: string;
  readonly also: readonly LinkView[];
  readonly rest: string;
}

/** A client with changed websites, in one paragraph. */
export interface BriefGroup {
  readonly title: string;
  /** `2 of 5 websites`; empty for a client with one website. */
  readonly of: string;
  readonly changes: string;
  readonly also: readonly LinkView[];
}

export interface ChangeGroups {
  readonly groups: readonly ChangeGroup[];
  readonly moreGroups: readonly BriefGroup[];
}

const separator = ' · ';

/** Rows with a chart of all clients together, so that 200 websites fit four screens of a phone. */
const mostGroupRows = 4;

/** The changed websites of a digest about several: by client if it has groups, the strongest first. */
export function createChangeGroups(
  digest: Digest,
  budget: GroupLimits,
  context: RenderContext,
): ChangeGroups {
  const { phrases } = context;
  const brief = (changes: readonly WebsiteChange[]): readonly LinkView[] =>
    changes.map((change) => ({
      words: formatBriefChange(change, budget.name, phrases),
      href: context.linkFigures(change.site),
    }));
  const join = (also: readonly LinkView[]) => also.map(({ words }) => words).join(separator);
  const rows = (changes: readonly WebsiteChange[]) =>
    changes.map((change) => createChangeRow(change, context));
  const { changes, groups } = digest;
  if (groups.length === 0) {
    const [shown, others] = [changes.slice(0, budget.changes), changes.slice(budget.changes)];
    const also = brief(others);
    const group = { title: '', changes: rows(shown), alsoChanged: join(also), also, rest: '' };
    return { groups: changes.length === 0 ? [] : [group], moreGroups: [] };
  }
  const changed = groups.filter((group) => group.changes.length > 0);
  let room = Math.min(mostGroupRows, budget.changes);
  const each = Math.ceil(room / Math.max(1, changed.length));
  const full: ChangeGroup[] = [];
  const moreGroups: BriefGroup[] = [];
  for (const group of changed) {
    const title = nameGroup(group, phrases);
    if (room <= 0) {
      const { changed: count, all } = group.counts;
      const of =
        all.value === 1
          ? ''
          : phrases.text('changedOf', {
              count: phrases.of(count),
              websites: phrases.count('websites', all),
            });
      const also = brief(group.changes);
      moreGroups.push({ title: shortenName(title, budget.name), of, changes: join(also), also });
      continue;
    }
    const most = Math.min(each, room);
    room -= Math.min(most, group.changes.length);
    const also = brief(group.changes.slice(most));
    full.push({
      title,
      changes: rows(group.changes.slice(0, most)),
      alsoChanged: join(also),
      also,
      rest: describeQuiet(group, phrases),
    });
  }
  return { groups: full, moreGroups };
}

const nameGroup = ({ client }: ClientGroup, phrases: Phrases): string =>
  client === null ? phrases.text('otherWebsites') : toPlainName(client);

function describeQuiet({ counts: { quiet, uncompared } }: ClientGroup, phrases: Phrases): string {
  const count = (key: 'quietCount' | 'uncomparedCount', fact: Fact): string =>
    fact.value === 0 ? '' : phrases.text(key, { websites: phrases.count('websites', fact) });
  return joinTexts([count('quietCount', quiet), count('uncomparedCount', uncompared)], separator);
}

const maxClientRows = 8;

const numbers = [
  { title: 'websitesTitle', of: 'all' },
  { title: 'uncomparedTitle', of: 'uncompared' },
  { title: 'noDataTitle', of: 'noData' },
] as const;

/** The clients without a clear change: a table of few with the numbers of their websites, else lines. */
export function listQuietClients(
  digest: Digest,
  budget: GroupLimits,
  { phrases }: RenderContext,
): QuietSites {
  const quiet = digest.groups.filter(({ changes }) => changes.length === 0);
  const missing = formatMissingData(digest, budget.quiet, phrases);
  const title = phrases.text('quietClients');
  if (quiet.length > maxClientRows) {
    const line = (name: string, of: 'quiet' | 'uncompared', groups: readonly ClientGroup[]) => {
      const names = groups.map((group) => `${nameGroup(group, phrases)} (${phrases.of(group.counts[of])})`);
      const text = formatList(names, phrases, budget.clients);
      return names.length === 0 ? [] : [phrases.text('named', { name, text })];
    };
    const [compared, others] = [quiet.filter(isCompared), quiet.filter((group) => !isCompared(group))];
    const waiting = others.filter(({ counts }) => counts.uncompared.value > 0);
    return {
      title,
      columns: [],
      rows: [],
      lines: [
        ...missing,
        ...line(phrases.text('quietClientNames'), 'quiet', compared),
        ...line(phrases.text('uncomparedTitle'), 'uncompared', waiting),
      ],
    };
  }
  const columns = numbers.filter(({ of }) => quiet.some(({ counts }) => counts[of].value > 0));
  return {
    title,
    columns: columns.map((column) => phrases.text(column.title)),
    rows: quiet.map((group) => ({
      name: nameGroup(group, phrases),
      href: '',
      figuresHref: '',
      levels: columns.map(({ of }) => (group.counts[of].value === 0 ? '–' : phrases.of(group.counts[of]))),
    })),
    lines: missing,
  };
}

const isCompared = ({ counts }: ClientGroup): boolean => counts.quiet.value > 0;
