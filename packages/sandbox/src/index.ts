import { randomBytes } from 'node:crypto';
import { type Admin, adminCalls } from './admin/calls.ts';
import { publicId } from './bodies/website-ids.ts';
import type { Form } from './form.ts';
import { sandboxApp } from './host/app.ts';
import { openDesk } from './host/desk.ts';
import { listen } from './host/socket.ts';
import { Severed } from './host/way.ts';
import { checkedSettings, type SandboxOptions } from './settings.ts';
import { KEY_LABELS, type KeyLabel } from './tenants/keys.ts';
import { findKey } from './world.ts';

export type { Admin } from './admin/calls.ts';
export type { ClockOrder, FaultOrder, KeyOrder } from './admin/orders.ts';
export { type Decision, decisions } from './decisions.ts';
export type { FaultKind } from './faults/fault.ts';
export type { Form } from './form.ts';
export type { JournalEntry, Requests } from './host/journal.ts';
export type { Plan } from './limits/plans.ts';
export type { QuirkChoices } from './quirks/chosen.ts';
export type { Quirk } from './quirks/quirk.ts';
export { QUIRKS, type QuirkName, type Quirks } from './quirks/table.ts';
export type { SandboxOptions } from './settings.ts';
export type { KeyLabel } from './tenants/keys.ts';
export type { Endpoint, Scope } from './tenants/scopes.ts';
export type { TeamName } from './tenants/teams.ts';
export type { OpenedEndpoint, WebhookCalls } from './webhooks/calls.ts';
export type { ShownEndpoint } from './webhooks/endpoint.ts';
export { EVENT_KINDS, type EventKind, kindsOf, NAME_STYLES, type NameStyle } from './webhooks/kinds.ts';
export type { Manner } from './webhooks/manner.ts';
export type { EmitOrder, EndpointOrder, ReplayOrder, RotateOrder, SendOrder } from './webhooks/orders.ts';
export { PAYLOADS } from './webhooks/payload.ts';
export type { DeliveryEntry } from './webhooks/routes.ts';
export { SCHEMES, type Scheme, type SchemeName } from './webhooks/schemes.ts';
export type { Capture } from './webhooks/transport.ts';

export interface RunningSandbox {
  readonly form: Form;
  /** `http://127.0.0.1:PORT`; the API is under `/api/v1` of it. */
  readonly baseUrl: string;
  readonly adminToken: string;
  /** The demo team's, with the ids the API shows at present. */
  readonly websites: readonly { id: string; name: string; domain: string }[];
  /** Tokens by label. `live` and `growth` are two keys on the Growth plan, which works in both Forms. */
  readonly keys: Readonly<Record<KeyLabel, string>>;
  readonly admin: Admin;
  /** The same application without the port; rejects as fetch does where a fault leaves no answer. */
  fetch(request: Request): Promise<Response>;
  /** Ends every connection, waiting answers included. */
  close(): Promise<void>;
}

/** Starts a sandbox. Rejects with a RangeError for bad options and with the system's error when it cannot listen. */
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
  } = checkedSettings(options);
  const closing = new AbortController();
  const desk = openDesk(
    { form, seed, now, quirks },
    {
      adminToken,
      closing: closing.signal,
      allowRemoteWebhooks,
    },
  );
  const app = sandboxApp(desk, host, () => socket.baseUrl);
  const socket = await listen(app.fetch, port, host);
  const fetch = async (request: Request): Promise<Response> => {
    try {
      return await app.fetch(request);
    } catch (error) {
      throw error instanceof Severed ? error.cause : error;
    }
  };
  return {
    form,
    baseUrl: socket.baseUrl,
    adminToken,
    get websites() {
      const { websites } = desk.world.teams.demo;
      return websites.map((site) => ({
        id: publicId(desk.world, site),
        name: site.name,
        domain: site.domain,
      }));
    },
    get keys() {
      const tokens = KEY_LABELS.map((label) => [label, findKey(desk.world, label)?.token]);
      return Object.fromEntries(tokens) as Record<KeyLabel, string>;
    },
    admin: adminCalls(fetch, socket.baseUrl, adminToken),
    fetch,
    async close() {
      closing.abort(new DOMException('The sandbox was closed.', 'AbortError'));
      await socket.close();
    },
  };
}
