import { type Cadence, cadences, isValidDate } from '@answershare/core';
import { z } from 'zod';

export const periodSchema = z.union([
  z.enum(Object.keys(cadences) as (keyof typeof cadences)[]),
  z
    .strictObject({
      every: z
        .string()
        .regex(/^[1-9]\d{0,2} (day|month)s?$/, 'is not a length; write it as "28 days" or "3 months"')
        .describe('Length, such as "28 days" or "12 months".'),
      from: z
        .string()
        .refine((text) => isValidDate(text), 'is not a date; write it as 2026-11-01')
        .describe('First day of any of the periods, such as 2026-04-01.'),
    })
    .refine(({ every, from }) => !every.includes('month') || Number(from.slice(8)) <= 28, {
      path: ['from'],
      message: 'is a day that some months lack; write one from 1 to 28',
    }),
]);

/** A stated period; nothing for ISO weeks. */
export function toPeriod(period: z.infer<typeof periodSchema> | undefined): { readonly period?: Cadence } {
  if (period === undefined || period === 'week') return {};
  if (typeof period === 'string') return { period: cadences[period] };
  const [count, unit = ''] = period.every.split(' ');
  return { period: { count: Number(count), unit: unit.startsWith('m') ? 'm' : 'd', from: period.from } };
}
