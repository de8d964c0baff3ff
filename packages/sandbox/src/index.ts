import { randomBytes } from 'node:crypto';
import { type AdminCalls, createAdminCalls } from './admin/admin-calls.ts';
import { createSandboxApp } from './host/app.ts';
import { ConnectionSevered } from './host/send-response.ts';
import { listenOnLoopback } from './host/socket.ts';
import { toPublicId } from './query/websites.ts';
import type { Form } from './quirks/quirk.ts';
import { parseSandboxSettings, type SandboxOptions } from './settings.ts';
import { createState } from './state/sandbox-state.ts';
import { KEY_LABELS, type KeyLabel } from './tenants/keys.ts';
import { findKey } from './world/world.ts';

export type { AdminCalls, SandboxStateView } from './admin/admin-calls.ts';
export type { ClockCommand, FaultCommand, KeyCommand } from './admin/commands.ts';
export type { SandboxPlan } from './limits/plans.ts';
export type { QuirkChoices } from './quirks/parse-quirks.ts';
export { type Form, forms, type Quirk } from './quirks/quirk.ts';
export { answerSwitches, QUIRKS, type QuirkName, type Quirks } from './quirks/quirks.ts';
export type { SandboxOptions } from './settings.ts';
export type { JournalEntry, RequestLog } from './state/journal.ts';
export type { KeyLabel, KeyScope, ScopedEndpoint } from './tenants/keys.ts';
export type { TeamName } from './tenants/teams.ts';
export {
  listKinds,
  NAME_STYLES,
  type NameStyle,
  type SandboxEventKind,
} from './webhooks/kinds.ts';
export { PAYLOADS } from './webhooks/payload.ts';
export type { ShownEndpoint } from './webhooks/registry.ts';
export type { DeliveryEntry, OpenedEndpoint, WebhookCalls } from './webhooks/routes.ts';
export { SCHEMES, type Scheme, type SchemeName, type SigningProfile } from './webhooks/signing-profile.ts';
export type { DeliveryCapture } from './webhooks/transport.ts';
export type {
  EmitCommand,
  EndpointCommand,
  ReplayCommand,
  RotateCommand,
  SendCommand,
} from './webhooks/webhook-commands.ts';
export type { SandboxFaultKind } from './world/fault.ts';

export interface RunningSandbox {
  readonly form: Form;
  /** `http://127.0.0.1:PORT`; the API is under `/api/v1`. */
  readonly baseUrl: string;
  readonly adminToken: string;
  /** The demo team's websites, with the ids that the API currently shows. */
  readonly websites: readonly { id: string; name: string; domain: string }[];
  /** Tokens by label. `live` and `growth` are separate keys on the Growth plan, which works in both Forms. */
  readonly keys: Readonly<Record<KeyLabel, string>>;
  readonly admin: AdminCalls;
  /** Calls the same app without the port. Rejects like fetch if a fault sends no response. */
  fetch(request: Request): Promise<Response>;
  /** Closes all connections, pending responses included. */
  close(): Promise<void>;
}

/** Starts a sandbox. Rejects with a RangeError for invalid options, or with the system's error if it cannot listen. */
export async function startSandbox(options: SandboxOptions): Promise<RunningSandbox> {
  const {
    form,
    port,
    host,
    seed,
    now,
    allowRemoteWebhooks,
    quirks,
    adminToken = randomBytes(24).toString('base64url'),
  } = parseSandboxSettings(options);
  const closing = new AbortController();
  const state = createState(
    { form, seed, now, quirks },
    {
      adminToken,
      closing: closing.signal,
      allowRemoteWebhooks,
    },
  );
  const app = createSandboxApp(state, host, () => socket.baseUrl);
  const socket = await listenOnLoopback(app.fetch, port, host);
  const fetch = async (request: Request): Promise<Response> => {
    try {
      return await app.fetch(request);
    } catch (error) {
      throw error instanceof ConnectionSevered ? error.cause : error;
    }
  };
  return {
    form,
    baseUrl: socket.baseUrl,
    adminToken,
    get websites() {
      const { websites } = state.world.teams.demo;
      return websites.map((site) => ({
        id: toPublicId(state.world, site),
        name: site.name,
        domain: site.domain,
      }));
    },
    get keys() {
      const tokens = KEY_LABELS.map((label) => [label, findKey(state.world, label)?.token]);
      return Object.fromEntries(tokens) as Record<KeyLabel, string>;
    },
    admin: createAdminCalls(fetch, socket.baseUrl, adminToken),
    fetch,
    async close() {
      closing.abort(new DOMException('The sandbox was closed.', 'AbortError'));
      await socket.close();
    },
  };
}
