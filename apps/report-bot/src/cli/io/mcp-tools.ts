import { isApiError, type LimitState } from '@answershare/core';
import { type CallToolResult, McpServer } from '@modelcontextprotocol/server';
import manifest from '#manifest' with { type: 'json' };
import type { ResourceAnswer, ResourceReader } from '../../collect/resource-reader.ts';
import type { Figure } from '../../digest/figures.ts';
import { toPlainName } from '../../message/text-layout.ts';
import type { ScheduleOrAlert } from '../../settings/settings.ts';
import type { Store } from '../../store/store.ts';
import { UserError } from '../../system/errors.ts';
import { pluralize } from '../../system/text.ts';
import { compareWebsite, explainNamed, formatExplanation, type ReportedWeek } from './explanation.ts';
import { formatFigureChange, formatFigureLevel, formatVerdict } from './figure-text.ts';
import { formatUtc } from './format.ts';
import { parseWindow, selectByWeek } from './options.ts';
import { dataNotice, toolInputs, toolOutputs } from './tool-schemas.ts';

/** The ledger of the settings. */
export interface LedgerAccess {
  /** Opens the ledger for `work`. Throws a {@link UserError} without one, or while another process holds its folder. */
  use<T>(work: (store: Store) => Promise<T>): Promise<T>;
  /** As {@link LedgerAccess.use}; null in place of the error, which is logged. */
  attempt<T>(work: (store: Store) => Promise<T>): Promise<T | null>;
}

interface ToolParts {
  readonly reader: ResourceReader;
  readonly ledger: LedgerAccess;
  /** Those that the caller may see. */
  readonly schedules: () => Promise<readonly ScheduleOrAlert[]>;
  readonly clock: () => number;
}

const instructions = `Authority, AI citations and share of voice of a team's websites. Begin with list_websites.
compare and explain use stored daily snapshots and cost no request. read costs one request at most as a rule, and none for
what was read before. Report a change only if its verdict is "clear". ${dataNotice}`;

const annotations = { readOnlyHint: true, destructiveHint: false, idempotentHint: true } as const;

/** The tools that answer questions about the websites. None of them writes anything. */
export function createToolServer({ reader, ledger, schedules, clock }: ToolParts): McpServer {
  const server = new McpServer({ name: 'answershare', version: manifest.version }, { instructions });
  const where = async (week: string | undefined, against?: string): Promise<ReportedWeek> => ({
    schedules: selectByWeek(await schedules(), week ?? null),
    week: week ?? null,
    against: against ?? null,
    now: clock(),
  });

  server.registerTool(
    'list_websites',
    {
      title: 'Websites',
      description: `The websites of the team by pages, from the ledger of the last seven days, else by one request. ${dataNotice}`,
      inputSchema: toolInputs.listWebsites,
      outputSchema: toolOutputs.listWebsites,
      annotations,
    },
    ({ cursor, limit }) =>
      answer(async () => {
        const { value, ...origin } = await reader.websites();
        const from = cursor === undefined ? 0 : value.findIndex(({ id }) => id === cursor) + 1;
        if (from === 0 && cursor !== undefined)
          throw new UserError('cursor: the list has no such page; begin without a cursor.');
        const websites = value.slice(from, from + limit);
        const nextCursor = from + limit < value.length ? (websites.at(-1)?.id ?? null) : null;
        const lines = websites.map(
          ({ id, name, domain }) => `${quote(domain ?? name ?? id)}, id ${quote(id)}`,
        );
        const page = websites.length === value.length ? '' : `, ${from + 1} to ${from + websites.length}`;
        const next = nextCursor === null ? [] : [`More with cursor ${quote(nextCursor)}.`];
        return {
          lines: [`${pluralize(value.length, 'website')}${page}`, ...lines, ...next],
          result: { ...toOrigin(origin), total: value.length, websites, nextCursor },
        };
      }),
  );
  server.registerTool(
    'read',
    {
      title: 'Resource',
      description: `A website's authority score with components, competitors with share of voice, citations by engine, or daily analytics, as of today. ${dataNotice}`,
      inputSchema: toolInputs.read,
      outputSchema: toolOutputs.read,
      annotations,
    },
    ({ resource, website, window }) =>
      answer(async () => {
        const days = parseWindow(window ?? '30d', clock());
        if (typeof days === 'string') throw new UserError(`window: ${days}`);
        if (window !== undefined && resource !== 'analytics')
          throw new UserError(`${resource} takes no window.`);
        const found = await reader.findWebsite(website);
        const { value, ...origin } = await reader.read(resource, found, days);
        const { id, domain, name } = found;
        const shown = domain ?? name ?? id;
        return {
          lines: [
            `${resource} of ${quote(shown)}, ${formatOrigin(origin)}`,
            ...origin.notes.map(quote),
            JSON.stringify(toData(value)),
          ],
          result: { ...toOrigin(origin), resource, website: shown, value },
        };
      }),
  );
  server.registerTool(
    'compare',
    {
      title: 'Two weeks compared',
      description: `Every figure of a website in a week against an earlier one, each with its change, plausible range and verdict. Sends no request. ${dataNotice}`,
      inputSchema: toolInputs.compare,
      outputSchema: toolOutputs.compare,
      annotations,
    },
    ({ website, week, before }) =>
      answer(() =>
        ledger.use(async (store) => {
          const {
            name,
            week: shown,
            figures,
          } = await compareWebsite(store, await where(week, before), website);
          return {
            lines: [`${quote(name)} in ${shown}`, ...figures.map(formatLine)],
            result: { website: name, week: shown, figures },
          };
        }),
      ),
  );
  server.registerTool(
    'explain',
    {
      title: 'Figure explained',
      description: `The inputs, formula, interval and snapshots behind one figure of a week. Sends no request. ${dataNotice}`,
      inputSchema: toolInputs.explain,
      outputSchema: toolOutputs.explain,
      annotations,
    },
    ({ figure, week }) =>
      answer(() =>
        ledger.use(async (store) => {
          const explanation = await explainNamed(store, await where(week), figure);
          return { lines: formatExplanation(explanation).map(quote), result: { ...explanation } };
        }),
      ),
  );
  server.registerTool(
    'quota',
    {
      title: 'Requests left',
      description:
        'The limits that the service stated with its last answer to this server. Sends no request.',
      inputSchema: toolInputs.quota,
      outputSchema: toolOutputs.quota,
      annotations,
    },
    () =>
      answer(async () => {
        const quotas = reader.quota().map(({ service, requests, stated }) => ({
          service,
          requests,
          statedAt: stated === null ? null : formatUtc(stated.at),
          minute: stated === null ? null : toLimit(stated.rate.minute),
          day: stated === null ? null : toLimit(stated.rate.day),
        }));
        const requests = quotas.reduce((sum, one) => sum + one.requests, 0);
        const lines = quotas.map(({ service, statedAt, minute, day }) => {
          const name = service === '' ? '' : `${service}: `;
          return statedAt === null
            ? `${name}The service states its limits with each answer; none came yet.`
            : `${name}Left this minute: ${formatLeft(minute)}; today: ${formatLeft(day)}; stated ${statedAt}.`;
        });
        return {
          lines: [`This server sent ${pluralize(requests, 'request')} since its start.`, ...lines],
          result: {
            ...(quotas.length === 1 && quotas[0] !== undefined ? omitName(quotas[0]) : { services: quotas }),
            requests,
          },
        };
      }),
  );
  return server;
}

const omitName = <T extends { readonly service: string }>({ service: _service, ...quota }: T) => quota;

/** The result of a tool as text and data. A fault of user, service or network becomes an error with its sentence. */
async function answer(
  work: () => Promise<{ readonly lines: readonly string[]; readonly result: Record<string, unknown> }>,
): Promise<CallToolResult> {
  try {
    const { lines, result } = await work();
    let length = 0;
    const shown = lines.filter((line) => {
      length += line.length;
      return length <= maxText;
    });
    if (shown.length < lines.length) shown.push('The structured result has the rest.');
    return { content: [{ type: 'text', text: shown.join('\n') }], structuredContent: toData(result) };
  } catch (thrown) {
    if (!isApiError(thrown) && !(thrown instanceof UserError || thrown instanceof RangeError)) throw thrown;
    return { content: [{ type: 'text', text: quote(thrown.message) }], isError: true };
  }
}

/** Most characters of a text from outside. */
const maxDataText = 400;
/** Most characters of the text of a result, which has the same data as its structure. */
const maxText = 20_000;

/** Values whose texts are one line each, without control and direction marks, and cut. */
function toData<T>(value: T): T;
function toData(value: unknown): unknown {
  if (typeof value === 'string') return value === '' ? '' : toPlainName(value, maxDataText);
  if (Array.isArray(value)) return value.map((one) => toData(one));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [toData(key), toData(one)]));
}

/** A text that may hold names of others, between quotes that it cannot end. */
const quote = (text: string): string => JSON.stringify(toData(text));

type Origin = Omit<ResourceAnswer, 'value'>;

function toOrigin({ source, answeredAt, requests, notes }: Origin): Record<string, unknown> {
  return { source, answeredAt: answeredAt === null ? null : formatUtc(answeredAt), requests, notes };
}

const sources: Readonly<Record<Origin['source'], string>> = {
  ledger: "from today's snapshot",
  network: 'from the service',
  fresh: 'from an earlier answer',
  joined: 'from an earlier answer',
  stale: 'from an older answer, because the service fails',
};

const formatOrigin = ({ source, answeredAt, requests }: Origin): string =>
  `${sources[source]}${answeredAt === null ? '' : ` of ${formatUtc(answeredAt)}`}, ${pluralize(requests, 'request')}`;

function formatLine(figure: Figure): string {
  const change = formatFigureChange(figure);
  const verdict = formatVerdict(figure);
  const words = [
    formatFigureLevel(figure),
    ...(change === '' ? [] : [change]),
    ...(verdict === '' ? [] : [verdict]),
  ];
  return `${quote(figure.figure)}: ${words.join(', ')}. ${quote(figure.reason)}`;
}

function toLimit({ limit, remaining, resetAt }: LimitState) {
  return { limit, remaining, resetAt: resetAt === null ? null : formatUtc(resetAt) };
}

function formatLeft(state: ReturnType<typeof toLimit> | null): string {
  if (state === null || state.remaining === null) return 'unknown';
  return `${state.remaining}${state.limit === null ? '' : ` of ${state.limit}`}`;
}
