import { z } from 'zod';
import { parseQuirks, type QuirkChoices } from './quirks/parse-quirks.ts';
import type { Form } from './quirks/quirk.ts';
import { createStandardQuirks, type Quirks } from './quirks/quirks.ts';
import { toInstant } from './world/clock.ts';

export interface SandboxOptions {
  form: Form;
  /** 0 or omitted: a free port. */
  port?: number | undefined;
  /** Omitted: 127.0.0.1. */
  host?: string | undefined;
  /** An integer. The same seed gives the same ids, keys and data. Omitted: 1. */
  seed?: number | undefined;
  /** ISO-8601: freezes the clock at this time. Omitted: the machine's running clock. */
  now?: string | undefined;
  /** Omitted: random. */
  adminToken?: string | undefined;
  /** Whether webhooks may go to other machines. Omitted: loopback only. */
  allowRemoteWebhooks?: boolean | undefined;
  /** Switches that differ from their defaults (src/quirks). */
  quirks?: QuirkChoices | undefined;
}

const settingsSchema = z.strictObject({
  form: z.union([z.literal(1), z.literal(2)], { error: 'the form is 1 or 2' }),
  port: z
    .int('the port is a whole number')
    .min(0, 'the port is 0 to 65535')
    .max(65_535, 'the port is 0 to 65535')
    .default(0),
  host: z.string().min(1, 'the host is not empty').default('127.0.0.1'),
  seed: z.int('the seed is a whole number').default(1),
  now: z.string().optional(),
  adminToken: z
    .string()
    .regex(/^[\x21-\x7e]+$/, 'the admin token has visible characters only')
    .optional(),
  allowRemoteWebhooks: z.boolean('allowRemoteWebhooks is true or false').default(false),
  quirks: z.unknown().optional(),
});

/** Options with their defaults and all switches. */
export type SandboxSettings = Omit<z.output<typeof settingsSchema>, 'quirks'> & { readonly quirks: Quirks };

/** Throws a RangeError that lists all problems and the valid values. */
export function parseSandboxSettings(options: SandboxOptions): SandboxSettings {
  const problems: string[] = [];
  const quirks = collectProblem(problems, () => parseQuirks(options.quirks ?? {}));
  const checked = settingsSchema.safeParse(options);
  if (!checked.success) {
    const reasons = checked.error.issues.map((issue) => issue.message).join('; ');
    problems.unshift(`The sandbox cannot start with these options: ${reasons}.`);
  }
  const { now } = options;
  if (typeof now === 'string') collectProblem(problems, () => toInstant(now));
  if (!checked.success || problems.length > 0) throw new RangeError(problems.join(' '));
  return { ...checked.data, quirks: { ...createStandardQuirks(checked.data.form), ...quirks } };
}

/** The result of a check; its RangeError becomes one of the problems. */
export function collectProblem<T>(problems: string[], check: () => T): T | undefined {
  try {
    return check();
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    problems.push(error.message);
    return undefined;
  }
}
