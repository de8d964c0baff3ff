import { plans } from '@answershare/core';
import { z } from 'zod';

/** The answers of the bot under `/api/v1` of its listener. */
export const gatewaySchema = z.strictObject({
  freshMinutes: z
    .int()
    .min(1)
    .max(1440)
    .default(360)
    .describe('An answer of the service is used for so long; a snapshot of today for the whole day.'),
  perMinute: z
    .int()
    .min(1)
    .max(100_000)
    .default(plans.enterprise.perMinute)
    .describe('Requests of a key in a minute, unless "keys create" says otherwise.'),
  perDay: z
    .int()
    .min(1)
    .max(10_000_000)
    .default(plans.enterprise.perDay)
    .describe('Requests of a key in a day, unless "keys create" says otherwise.'),
});

export type GatewaySettings = z.infer<typeof gatewaySchema>;

export const defaultGateway: GatewaySettings = gatewaySchema.parse({});
