import { z } from 'zod';

/** The kinds of values that the bodies are made of, each with its unit. */
export const date = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}$/)
  .meta({ format: 'date', description: 'A UTC day.' });

export const count = z.int().min(0);

/** A percent with one decimal (undecided item 3). */
export const percent = z.number().min(0).max(100).multipleOf(0.1);

export const websiteId = z.string().meta({
  description: 'Names a website of the team; its format is not shown, so treat it as opaque.',
  examples: ['ws_nd30graihyf6'],
});
