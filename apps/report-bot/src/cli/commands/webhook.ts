import { dirname } from 'node:path';
import type {
  DeliveryDiagnosis,
  DeliveryReading,
  SignatureScheme,
  WebhookDelivery,
} from '@answershare/core/webhooks';
import { z } from 'zod';
import { workerThread } from '../../collect/worker-thread.ts';
import { type ExitCode, UsageError } from '../../system/errors.ts';
import { formatFileName, readSmallFile } from '../../system/files.ts';
import type { Environment } from '../../system/redactor.ts';
import type { Context } from '../io/context.ts';
import { formatUtc } from '../io/format.ts';
import { formatSchemaIssues, readInputJson } from '../io/input.ts';
import { parseClock } from '../io/options.ts';
import { findSettingsFile } from '../io/target.ts';

/** A recorded webhook request. */
interface CapturedDelivery {
  readonly delivery: WebhookDelivery;
  /** Milliseconds since the epoch; null if the capture does not contain it. */
  readonly receivedAt: number | null;
}

const headerSchema = z.union([z.string(), z.array(z.string())], 'is a text, or a list of texts');

const captureSchema = z
  .object({
    method: z.string().optional(),
    url: z.string().min(1).optional(),
    headers: z.record(z.string(), headerSchema),
    body: z
      .string(
        'is the exact text of the body; a parsed body has lost the bytes that were signed, so keep it as a text or give bodyBase64',
      )
      .optional(),
    bodyBase64: z
      .string()
      .regex(/^[A-Za-z0-9+/]*={0,2}$/, 'is not base64')
      .optional(),
    receivedAt: z.iso
      .datetime({ offset: true, error: 'is not an instant such as 2026-11-23T09:00:00Z' })
      .optional(),
  })
  .refine(({ body, bodyBase64 }) => (body === undefined) !== (bodyBase64 === undefined), {
    error: 'needs either body or bodyBase64',
    when: ({ issues }) => !issues.some(({ path }) => /^body/.test(String(path?.[0]))),
  });

/** Parses a capture `{method?, url?, headers, body | bodyBase64, receivedAt?}`. Ignores other fields. */
function parseCapture(value: unknown, name: string): CapturedDelivery {
  const checked = captureSchema.safeParse(value);
  if (!checked.success)
    throw new UsageError(
      `${name} is not a captured delivery. It is an object such as {"url": "…", "headers": {"x-service-signature": "…"}, "body": "…"}:\n${formatSchemaIssues(checked.error, value)}`,
    );
  const { url, headers, body, bodyBase64, receivedAt } = checked.data;
  const joined = Object.entries(headers).map(([header, text]) => [header, [text].flat().join(', ')]);
  const bytes = bodyBase64 === undefined ? Buffer.from(body ?? '') : Buffer.from(bodyBase64, 'base64');
  return {
    delivery: { headers: Object.fromEntries(joined), body: bytes, ...(url === undefined ? {} : { url }) },
    receivedAt: receivedAt === undefined ? null : Date.parse(receivedAt),
  };
}

const timestampUnits = { s: 'seconds', ms: 'milliseconds' };

function formatTimestampPlace({ timestamp, toleranceSeconds }: SignatureScheme): string {
  if (timestamp === null) return 'none';
  const place = {
    header: () => `header ${'name' in timestamp ? timestamp.name : ''}`,
    signature: () => 'inside the signature header',
    body: () => `field ${'field' in timestamp ? timestamp.field : ''} of the body`,
  }[timestamp.from]();
  return `${place}, ${timestampUnits[timestamp.unit]}; ${toleranceSeconds} s are allowed`;
}

function formatEvent(event: DeliveryReading): string[] {
  const { kind, wireName, website, id, idFrom, occurredAt, trace } = event;
  const from = (field: string): string => {
    const pointer = trace.fields[field]?.pointer;
    return pointer === undefined ? '' : `  <- ${pointer}`;
  };
  return [
    `Event: ${kind}${wireName === null ? ', not named' : ` ("${wireName}")`}${from('kind')}`,
    `  website   ${website ?? 'unknown'}${from('website')}`,
    `  id        ${id}${idFrom === 'body-hash' ? '  <- SHA-256 of the body' : from('id')}`,
    `  occurred  ${occurredAt === null ? 'unknown' : formatUtc(occurredAt)}${from('occurredAt')}`,
    ...trace.notes.map((note) => `  note: ${note}`),
  ];
}

function formatDiagnosis(found: DeliveryDiagnosis, place: string | null, event: DeliveryReading): string {
  const { tried } = found;
  if (!found.ok)
    return [
      `No scheme: ${found.reason}`,
      ...found.near.map(({ words, scheme }) => `  near: ${words}\n        (${formatScheme(scheme)})`),
      `Tried: ${tried.macs} MACs`,
      `  signature headers  ${tried.signatureHeaders.join(', ') || 'none'}`,
      `  time headers       ${tried.timeHeaders.join(', ') || 'none'}`,
      `  id headers         ${tried.idHeaders.join(', ') || 'none'}`,
      `  signed contents    ${tried.contents.join('  ')}`,
      `  key readings       ${tried.keyReadings.join(', ')}`,
      ...formatEvent(event),
    ].join('\n');
  const { scheme, warnings } = found;
  return [
    `Scheme: ${formatScheme(scheme)}`,
    `  secret    ${place}`,
    `  header    ${scheme.header}, form ${scheme.form}`,
    `  time      ${formatTimestampPlace(scheme)}`,
    `  id        ${scheme.idHeader ?? 'no header'}`,
    ...formatEvent(event),
    ...warnings.map((words) => `Warning: ${words}`),
    'To pin:',
    JSON.stringify(scheme, null, 2),
  ].join('\n');
}

function formatScheme({ content, encoding, key }: SignatureScheme): string {
  return `HMAC-SHA256 of ${content} in ${encoding}, secret read as ${key}`;
}

/** A webhook secret and its source, a variable or a file. */
interface WebhookSecret {
  readonly secret: string;
  readonly place: string;
}

const secretVariable = 'ANSWERSHARE_WEBHOOK_SECRET';
const maxSecrets = 3;

function readSecretFile(file: string): WebhookSecret {
  const read = readSmallFile(file);
  if ('text' in read) return { secret: read.text.replace(/\r?\n$/, ''), place: file };
  throw new UsageError(
    `The secret's file${formatFileName(file)} ${read.why}. Name another with --secret-file.`,
  );
}

/** Reads the secrets from the named variables and files. The command line never contains a secret itself. */
function readWebhookSecrets(
  variables: readonly string[],
  files: readonly string[],
  environment: Environment,
): readonly WebhookSecret[] {
  const named = variables.length + files.length > 0 ? variables : [secretVariable];
  // Do not print a name that is not a variable: it may be the secret itself.
  const unset = named.filter((name) => !environment[name]);
  const found = [
    ...named.map((name) => ({ secret: environment[name] ?? '', place: name })),
    ...files.map(readSecretFile),
  ];
  const empty = found.find(({ secret }) => secret === '');
  if (empty !== undefined) {
    const variable = unset[0] === secretVariable ? secretVariable : 'the variable that --secret-env names';
    throw new UsageError(
      `No webhook secret in ${unset.length > 0 ? variable : empty.place}. Set the variable and name it with --secret-env, or name a file with --secret-file. Find the secret under Settings, Webhooks.`,
    );
  }
  if (found.length > maxSecrets)
    throw new UsageError(`${found.length} secrets are too many; at most ${maxSecrets} are tried.`);
  return found;
}

export interface DiagnoseOptions {
  readonly config?: string;
  readonly secretEnv: readonly string[];
  readonly secretFile: readonly string[];
  readonly now?: string;
  readonly json?: boolean;
}

/**
 * Finds the signature scheme of a captured delivery. Exits 0 if found, else 3. The output names headers and
 * fields, never a secret or a signature.
 */
export async function diagnoseWebhook(
  context: Context,
  file: string,
  options: DiagnoseOptions,
): Promise<ExitCode> {
  const { values } = context.variables(dirname(findSettingsFile(options.config)));
  const secrets = readWebhookSecrets(options.secretEnv, options.secretFile, values);
  for (const { secret } of secrets) context.hide(secret);
  const { delivery, receivedAt } = parseCapture(
    await readInputJson(context, file),
    file === '-' ? 'Standard input' : file,
  );
  const now = options.now === undefined ? (receivedAt ?? Date.now()) : parseClock(options.now)();
  const { found, event } = await workerThread.run(
    'diagnoseDelivery',
    [delivery, secrets.map(({ secret }) => secret), now],
    context.ended,
  );
  const place = found.ok ? (secrets[found.secret]?.place ?? null) : null;
  if (options.json === true) context.writeJson({ ...found, secret: place, event });
  else context.report(formatDiagnosis(found, place, event));
  return found.ok ? 0 : 3;
}
