import { type JudgedFigure, maxOf, type NameList } from '@answershare/core';
import {
  benjaminiHochberg,
  type Change,
  countDaysToCompare,
  differencesToJudge,
  falseDiscoveryRate,
  minimumShareEffect,
  toPoints,
} from '@answershare/core/statistics';
import { type IsoWeek, listWeekDates } from '../schedule/iso-week.ts';
import type { AlertCondition } from '../settings/alert-condition.ts';
import type { DatedEvent, EventText, Goal } from '../settings/events-and-goals.ts';
import { noteWithdrawn } from './arrow-record.ts';
import { countChanges, type DigestCounts, listChanges, type WebsiteChange } from './changes.ts';
import {
  type ClientGroup,
  type ClientNames,
  type ClientWebsites,
  groupByClient,
  nameClients,
} from './client-groups.ts';
import { createToScale, findCommonShifts } from './common-shift.ts';
import { type FollowUp, listFollowUps } from './follow-up.ts';
import { type AboutWebsites, addEventsAndGoals } from './goal-progress.ts';
import { type Clause, listClauses } from './headline.ts';
import { createMoves } from './level-metric.ts';
import { type ChangeFilter, type ComparisonFamily, createFact, type Fact } from './metric.ts';
import { type AssumedFigures, type DigestNote, noteShift } from './notes.ts';
import { compareCompetitorLists, createDispersion } from './share-weeks.ts';
import { buildSiteDigest, type SiteDigest, type SiteSeries } from './site-digest.ts';
import { measures } from './site-metrics.ts';

export interface DigestInput {
  readonly schedule: { readonly id: string; readonly title: string | null; readonly timezone: string };
  /** The week reported on, `2026-W47`, in the schedule's zone. */
  readonly week: IsoWeek;
  /** An earlier week to compare with; by default each measure has its own. */
  readonly against?: IsoWeek | null;
  /** The selected websites, in order. */
  readonly sites: readonly SiteSeries[];
  /** The clients of the settings. */
  readonly clients?: readonly ClientWebsites[];
  readonly groupBy?: 'client';
  /** Websites of the schedule that the service does not list. */
  readonly gone?: readonly string[];
  /** Websites that the schedule names as the service did before. */
  readonly renamed?: readonly { readonly from: string; readonly to: string }[];
  /** Changed body shapes of the week. */
  readonly changes?: readonly { readonly endpoint: string; readonly reason: string }[];
  /** Figures that rest on an assumed recipe. */
  readonly assumed?: readonly AssumedFigures[];
  /** The names of the snapshots' brands and engines. */
  readonly names?: NameList;
  /** What happened, and what is wanted. */
  readonly events?: readonly AboutWebsites<DatedEvent>[];
  readonly goals?: readonly AboutWebsites<Goal>[];
  /** How often a change is judged while it is new; 1 by default. */
  readonly looks?: number;
  /** The digest of the period before, whose falls are followed up. */
  readonly before?: DigestInput;
  /** Milliseconds since the epoch. */
  readonly generatedAt: number;
}

/** The limits that decide a verdict. */
interface DigestRules {
  /** Weekly changes that must be known before history decides. */
  readonly history: Fact;
  /** Days that a week needs, and the days of a week. */
  readonly days: Fact;
  readonly week: Fact;
  /** The least change of a share that counts. */
  readonly leastShare: Fact;
}

/** @param length days of the reported week */
const createRules = (length: number): DigestRules => ({
  history: createFact('rules/history', differencesToJudge, 'weeks'),
  days: createFact('rules/days', countDaysToCompare(length), 'days'),
  week: createFact('rules/week', length, 'days'),
  leastShare: createFact('rules/least-share', toPoints(minimumShareEffect), 'points'),
});

/** Why a digest leaves between its weeks. */
interface AlertReason {
  readonly figure: JudgedFigure;
  readonly kind: AlertCondition['kind'];
  /** Kinds of event that caused it; none for a figure. */
  readonly events: readonly EventText[];
  /** Null for a clear change without a threshold. */
  readonly threshold: Fact | null;
}

/** Marks a short digest: no figures, only that the bot still runs. */
interface Heartbeat {
  /** Weeks since the last one that was sent. */
  readonly weeks: Fact;
  /** The most weeks without one. */
  readonly most: Fact;
}

/** A website whose figures of the week are not complete. */
export interface StaleWebsite {
  /** For people: domain, name or id. */
  readonly name: string;
  /** Its last reading, milliseconds since the epoch; null without one. */
  readonly takenAt: number | null;
}

/** A week as plain data: every number is a {@link Fact}, every change is judged, nothing is formatted. */
export interface Digest {
  readonly schedule: DigestInput['schedule'];
  readonly week: IsoWeek;
  /** Inclusive dates. */
  readonly from: string;
  readonly to: string;
  readonly generatedAt: number;
  /** The latest snapshot of the week, milliseconds since the epoch; null without one. */
  readonly asOf: number | null;
  readonly sites: readonly SiteDigest[];
  /** Notes on the whole digest. */
  readonly notes: readonly DigestNote[];
  /** Statements for headlines, the most important first; see {@link listClauses}. */
  readonly clauses: readonly Clause[];
  readonly families: Readonly<Record<ComparisonFamily, FamilyTest>>;
  /** Websites with a clear change, the strongest first. */
  readonly changes: readonly WebsiteChange[];
  readonly counts: DigestCounts;
  /** Null if the settings have no clients. */
  readonly clients: ClientNames | null;
  /** What became of the falls of the digest before. */
  readonly followUps: readonly FollowUp[];
  /** The arrows of the digest before whose figures came back. */
  readonly withdrawn: readonly DigestNote[];
  /** Empty without `groupBy`; see {@link groupByClient}. */
  readonly groups: readonly ClientGroup[];
  /** Named in a banner; the oldest first. */
  readonly stale: readonly StaleWebsite[];
  /** Null for a whole digest. */
  readonly heartbeat: Heartbeat | null;
  readonly rules: DigestRules;
  readonly names: NameList;
  /** How often a change is judged while it is new. */
  readonly looks: number;
  /** Null for the digest of a week. */
  readonly alert: AlertReason | null;
}

/** Changes that are judged together. */
interface FamilyTest {
  readonly comparisons: number;
  /** The largest p-value that is clear among them. */
  readonly limit: number;
}

/** Mails about one slow change whose weeks mostly differ, so a chance counts as often (Bonferroni). */
const looksAtQuarter = 5;

/** Builds a digest. Pure. A change is clear only if chance does not explain it among all comparisons. */
export function buildDigest(input: DigestInput): Digest {
  const { schedule, week, against = null, gone = [], renamed = [], changes = [], assumed = [] } = input;
  const { generatedAt, clients = [], groupBy, looks = 1, events = [], goals = [], names: kept = {} } = input;
  const days = listWeekDates(week);
  const weekly = input.sites.map(({ shares, authority, citations, plain }) => ({
    share: shares.weeks,
    authority,
    citations: citations.weeks,
    ...Object.fromEntries(plain),
  }));
  const shifts = measures.flatMap((name) =>
    name === 'share'
      ? findCommonShifts(
          name,
          weekly.map((site) => site[name]),
          (before, after) => !compareCompetitorLists(before, after).breaks,
        )
      : findCommonShifts(
          name,
          weekly.map((site) => site[name]),
        ),
  );
  const toScale = createToScale(shifts);
  const dispersion = createDispersion(
    input.sites.map(({ shares }) => shares),
    toScale,
  );
  const moves = createMoves(weekly);
  const sitesBy = (judge: ChangeFilter): SiteDigest[] =>
    input.sites.map((series) => buildSiteDigest(series, { judge, against, dispersion, moves, toScale }));
  const chances: Record<ComparisonFamily, number[]> = { own: [], competitor: [], slow: [] };
  const correct = (change: Change, family: ComparisonFamily): Change => {
    const times = family === 'slow' ? looksAtQuarter : looks;
    return change.chance === null ? change : { ...change, chance: Math.min(1, times * change.chance) };
  };
  sitesBy((change, family) => {
    const { chance } = correct(change, family);
    if (chance !== null) chances[family].push(chance);
    return change;
  });
  const toTest = (of: readonly number[]): FamilyTest => ({
    comparisons: of.length,
    limit: falseDiscoveryRate(of),
  });
  const families = {
    own: toTest(chances.own),
    competitor: toTest(chances.competitor),
    slow: toTest(chances.slow),
  };
  const sites = sitesBy((change, family) =>
    benjaminiHochberg(correct(change, family), families[family].limit),
  ).map((site) => addEventsAndGoals(site, events, goals, week));
  const taken = sites.flatMap((site) => (site.taken === null ? [] : [site.taken.last]));
  const found = listChanges(sites);
  const names = nameClients(sites, clients);
  const before = input.before === undefined ? null : buildDigest(input.before);
  return {
    schedule,
    week,
    from: days[0] ?? '',
    to: days.at(-1) ?? '',
    generatedAt,
    asOf: taken.length === 0 ? null : maxOf(taken),
    sites,
    notes: [
      ...shifts.filter((shift) => shift.week === week).map(noteShift),
      ...(gone.length === 0 ? [] : [{ kind: 'gone', websites: gone } as const]),
      ...renamed.map(({ from, to }) => ({ kind: 'renamed', from, to }) as const),
      ...changes.map(({ endpoint }) => ({ kind: 'changed', endpoint }) as const),
      ...(assumed.length === 0 ? [] : [{ kind: 'assumed', figures: assumed } as const]),
    ],
    clauses: listClauses(sites),
    families,
    changes: found,
    counts: countChanges(sites),
    clients: names,
    groups: groupBy === undefined || names === null ? [] : groupByClient(sites, found, names),
    followUps: before === null ? [] : listFollowUps(before, sites),
    withdrawn: before === null ? [] : noteWithdrawn(before, { week, sites }),
    stale: [],
    heartbeat: null,
    rules: createRules(days.length),
    names: kept,
    looks,
    alert: null,
  };
}
