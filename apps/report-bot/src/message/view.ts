import { selectAction } from '../digest/action.ts';
import type { Digest } from '../digest/digest.ts';
import type { Fact } from '../digest/metric.ts';
import type { SiteDigest } from '../digest/site-digest.ts';
import { lightenColour } from '../settings/mail-design.ts';
import type { ChartPrinter, LogoImage } from './body.ts';
import type { RenderContext } from './cards.ts';
import {
  type BriefGroup,
  type ChangeGroup,
  createChangeGroups,
  type GroupLimits,
  listQuietClients,
} from './client-view.ts';
import { darkGround, type MailDesign, toDashboardUrl } from './design.ts';
import {
  captionFormulas,
  findCardFormula,
  formatAttached,
  type LinkView,
  listLinks,
  type MailExtras,
  noExtras,
} from './extras.ts';
import { formatLegend, formatNotes } from './footnotes.ts';
import { type HeadLines, headMany, listQuietSites, type QuietSites } from './group-view.ts';
import { createPhrases, type Phrases } from './phrases.ts';
import { formatAction, formatClause, formatFollowUp, formatList } from './sentences.ts';
import { createSiteView, type RowLimits, type SiteView } from './site-view.ts';
import { formatSubject } from './subject.ts';
import { joinTexts, readerSlots, toPlainName } from './text-layout.ts';

/** The most items of a mail; a smaller budget is used if the HTML is too large. */
export interface SizeBudget extends RowLimits, GroupLimits {
  readonly notes: number;
  /** False leaves numbers without links. */
  readonly hasLinks?: false;
  /** True gives every website a section with all of its rows, as a page has room for. */
  readonly everySite?: true;
}

/** Everything that a template prints, formatted; templates compute nothing. */
export interface MailView {
  readonly language: string;
  readonly direction: 'ltr' | 'rtl';
  readonly subject: string;
  readonly preheader: string;
  /** Title, kind and dates. */
  readonly caption: string;
  /** Names websites whose figures are not complete; empty if all are. */
  readonly banner: string;
  /** What became of the falls of the digest before, a sentence each. */
  readonly followUps: readonly string[];
  readonly headline: string;
  readonly second: string;
  readonly action: string;
  /** Answers to look at, after a clear fall of the only website. */
  readonly answers: readonly LinkView[];
  readonly intro: string;
  /** Changed websites by client; one group without clients. */
  readonly groups: readonly ChangeGroup[];
  /** Further clients with changed websites. */
  readonly moreGroups: readonly BriefGroup[];
  /** One line each for websites that are quiet, not compared or without data. */
  readonly others: readonly string[];
  readonly quiet: Omit<QuietSites, 'lines'>;
  readonly single: boolean;
  readonly sites: readonly SiteView[];
  readonly notes: readonly string[];
  readonly legend: string;
  /** What each figure is, in one line. */
  readonly definitions: string;
  readonly asOf: string;
  readonly assumption: string;
  readonly footer: string;
  /** The page with all figures, and the spreadsheet. */
  readonly links: readonly LinkView[];
  /** Names the attachment. */
  readonly attached: string;
  /** Explains the formulas of the cards. */
  readonly formulas: string;
  /** Empty for a page. */
  readonly unsubscribe: string;
  readonly colour: string;
  /** The colour for dark screens. */
  readonly darkColour: string;
  readonly logo: LogoImage | null;
  readonly slots: typeof readerSlots;
  /** In the text part, between a name and its text. */
  readonly colon: string;
  readonly words: Readonly<Record<TitleKey, string>>;
}

const titleKeys = [
  'website',
  'changedTitle',
  'alsoChanged',
  'lostAnswersTitle',
  'competitorsTitle',
  'componentsTitle',
  'notesTitle',
  'dashboard',
  'unsubscribe',
] as const;
type TitleKey = (typeof titleKeys)[number];

export interface ViewOptions {
  /** BCP 47 tag. */
  readonly locale: string;
  /** A `mailto:` or `https:` address; null for a page, which has no reader. */
  readonly unsubscribe: string | null;
  readonly design: MailDesign;
  readonly charts: ChartPrinter;
  readonly extras?: MailExtras;
}

/** The view, and every fact that it prints. */
export interface ViewWithFacts {
  readonly view: MailView;
  readonly facts: ReadonlySet<Fact>;
}

/** In a mail about several websites, the detailed one shows its cards and nearest competitors. */
const groupRows: RowLimits = { competitors: 3, parts: 0, pageLines: 0 };

function formatAsOf({ asOf, schedule: { timezone } }: Digest, phrases: Phrases): string {
  if (asOf === null) return '';
  return phrases.text('asOf', { instant: phrases.instant(asOf, timezone), zone: timezone });
}

/** The websites of a mail about several that did not change. */
function listQuiet(digest: Digest, single: boolean, budget: SizeBudget, context: RenderContext): QuietSites {
  if (single) return { ...emptyQuiet, lines: [] };
  return digest.groups.length > 0
    ? listQuietClients(digest, budget, context)
    : listQuietSites(digest, budget.quiet, context);
}

export function createMailView(digest: Digest, options: ViewOptions, budget: SizeBudget): ViewWithFacts {
  const facts = new Set<Fact>();
  const phrases = createPhrases(options.locale, (fact) => facts.add(fact), digest.week);
  const { sites, changes, schedule, alert } = digest;
  const { design, extras = noExtras } = options;
  const context: RenderContext = {
    phrases,
    charts: options.charts,
    link: ({ id }) => toDashboardUrl(design.dashboard, id),
    linkFigures: ({ id }) =>
      budget.hasLinks === false
        ? ''
        : toDashboardUrl(design.dashboard, id) || (design.sheet ?? extras.webCopy ?? ''),
    formula: (site, measure) => (design.formulas ? (findCardFormula(digest, site, measure)?.text ?? '') : ''),
  };
  const [only] = sites;
  const single = sites.length === 1 && only !== undefined;
  const [first] = changes;
  const title = toPlainName(
    schedule.title ?? (single ? only.name : phrases.count('websites', digest.counts.all)),
  );
  const period = phrases.period(digest.from, digest.to);
  const detailed = single ? only : digest.groups.length > 0 ? undefined : first?.site;
  const shown = budget.everySite ? listByStrength(digest) : detailed === undefined ? [] : [detailed];
  const limits = single || budget.everySite ? budget : groupRows;
  const section = shown.map((site) =>
    createSiteView(site, changes.find((change) => change.site === site) ?? null, context, limits),
  );
  const { headline, second } = single
    ? headSingle(digest, section[0]?.context ?? '', phrases)
    : headMany(digest, phrases);
  const { lines, ...quiet } = listQuiet(digest, single, budget, context);
  const view: MailView = {
    language: phrases.language,
    direction: phrases.direction,
    subject: formatSubject(digest, phrases),
    preheader: joinTexts(
      [`${title}, ${alert === null ? period : formatKind(digest, phrases)}`, second],
      ' · ',
    ),
    caption: [title, formatKind(digest, phrases), period].join(' · '),
    banner: formatBanner(digest, phrases),
    followUps: digest.followUps.map((one) => {
      const text = formatFollowUp(one, phrases);
      return single ? text : phrases.text('named', { name: toPlainName(one.site), text });
    }),
    headline,
    second,
    action: single ? formatAction(selectAction(only, first ?? null), phrases) : '',
    answers: single ? (section[0]?.answers ?? []) : [],
    intro: design.intro ?? '',
    ...(single ? { groups: [], moreGroups: [] } : createChangeGroups(digest, budget, context)),
    others: lines,
    quiet,
    single,
    sites: section.map((site) => selectSections(site, design)),
    notes: formatNotes(digest, phrases).slice(0, budget.notes),
    legend: formatLegend(digest, shown, phrases),
    definitions: sites.some(({ state }) => state !== 'no-data') ? phrases.text('definitions') : '',
    asOf: formatAsOf(digest, phrases),
    assumption: sites.some(({ state }) => state !== 'no-data') ? phrases.text('assumption') : '',
    footer: design.footer ?? '',
    links: listLinks(extras, design, phrases).map((link) => ({ ...link, href: parseSafeUrl(link.href) })),
    attached: formatAttached(extras, phrases),
    formulas: design.formulas ? captionFormulas(digest, shown, phrases) : '',
    unsubscribe: options.unsubscribe === null ? '' : parseSafeUrl(options.unsubscribe),
    colour: design.colour,
    darkColour: lightenColour(design.colour, darkGround, 4.5),
    logo: design.logo,
    slots: readerSlots,
    colon: phrases.colon,
    words: Object.fromEntries(titleKeys.map((key) => [key, phrases.text(key)])) as Record<TitleKey, string>,
  };
  return { view: shortenHeartbeat(view, digest, phrases), facts };
}

/** The websites with a clear change, the strongest first, then the others. */
const listByStrength = ({ sites, changes }: Digest): readonly SiteDigest[] => [
  ...new Set([...changes.map(({ site }) => site), ...sites.filter(({ state }) => state === 'reported')]),
];
const emptyQuiet: MailView['quiet'] = { title: '', columns: [], rows: [] };

/** The most websites that a banner names. */
const mostStale = 4;

function formatBanner({ stale, schedule }: Digest, phrases: Phrases): string {
  if (stale.length === 0) return '';
  const names = stale.map(({ name, takenAt }) =>
    takenAt === null
      ? toPlainName(name)
      : phrases.text('staleSite', {
          name: toPlainName(name),
          instant: phrases.instant(takenAt, schedule.timezone),
        }),
  );
  return phrases.text('staleBanner', { names: formatList(names, phrases, mostStale) });
}

/** A digest with a heartbeat has no figures; without any data the notes say why. */
function shortenHeartbeat(view: MailView, { heartbeat, sites }: Digest, phrases: Phrases): MailView {
  if (heartbeat === null) return view;
  const empty = sites.every(({ state }) => state === 'no-data');
  const second = [
    phrases.text(empty ? 'heartbeatEmpty' : 'heartbeatQuiet'),
    phrases.text('heartbeatNext', { weeks: phrases.count('weeks', heartbeat.most) }),
  ].join(' ');
  return {
    ...view,
    headline: phrases.text('heartbeat', { weeks: phrases.count('weeks', heartbeat.weeks) }),
    second,
    preheader: second,
    followUps: [],
    action: '',
    answers: [],
    groups: [],
    moreGroups: [],
    others: [],
    quiet: emptyQuiet,
    sites: [],
    notes: empty ? view.notes : [],
    legend: '',
    definitions: '',
    formulas: '',
    assumption: '',
  };
}

/** What kind of mail this is: the weekly report, or an alert with its condition. */
function formatKind({ alert }: Digest, phrases: Phrases): string {
  if (alert === null) return phrases.text('weeklyReport');
  if (alert.events.length > 0)
    return phrases.text('alertEvent', {
      names: phrases.list(alert.events.map((text) => phrases.text(text))),
    });
  const measure = phrases.text(alert.figure);
  if (alert.threshold === null) return phrases.text('alertChange', { measure });
  const key = alert.kind === 'below' ? 'alertBelow' : 'alertAbove';
  return phrases.text(key, { measure, level: phrases.of(alert.threshold) });
}

function selectSections(site: SiteView, { sections }: MailDesign): SiteView {
  return {
    ...site,
    competitors: sections.includes('competitors') ? site.competitors : [],
    engines: sections.includes('engines') ? site.engines : [],
    components: sections.includes('components') ? site.components : [],
    pageTables: sections.includes('pages') ? site.pageTables : [],
  };
}

/** The most important clause and its context, else the next clause. */
function headSingle({ clauses }: Digest, context: string, phrases: Phrases): HeadLines {
  const [first, second] = clauses;
  if (first === undefined) return { headline: phrases.text('noWebsites'), second: '' };
  const next = second === undefined ? '' : formatClause(second, phrases);
  return { headline: formatClause(first, phrases), second: context === '' ? next : context };
}

/**
 * Checks the address of a link.
 * @throws RangeError for anything but https:, http: and mailto:
 */
function parseSafeUrl(address: string): string {
  const scheme = /^([a-z]+):/i.exec(address)?.[1]?.toLowerCase();
  if (/^[\x21-\x7e]+$/.test(address) && (scheme === 'https' || scheme === 'http' || scheme === 'mailto'))
    return address;
  throw new RangeError(
    'The unsubscribe address is not a link; give one that starts with https: or mailto: and has no spaces.',
  );
}
