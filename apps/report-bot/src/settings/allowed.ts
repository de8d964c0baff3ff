import { z } from 'zod';
import type { Path } from './source.ts';

/** The keys that a shape knows at a path. */
export function allowedIn(shape: z.core.$ZodType, path: Path): string[] {
  let nodes = optionsOf(shape);
  for (const part of path) nodes = nodes.flatMap((node) => child(node, part)).flatMap(optionsOf);
  return [...new Set(nodes.flatMap(objectKeys))];
}

function child(node: z.core.$ZodType, part: string | number): z.core.$ZodType[] {
  if (node instanceof z.ZodArray) return typeof part === 'number' ? [node.element] : [];
  const found = node instanceof z.ZodObject ? (node.shape[part] as z.core.$ZodType | undefined) : undefined;
  return found === undefined ? [] : [found];
}

/** A shape without what makes it optional; each option of a union. */
function optionsOf(node: z.core.$ZodType): z.core.$ZodType[] {
  if (node instanceof z.ZodDefault || node instanceof z.ZodOptional || node instanceof z.ZodExactOptional)
    return optionsOf(node.unwrap() as z.core.$ZodType);
  return node instanceof z.ZodUnion ? node.options.flatMap(optionsOf) : [node];
}

function objectKeys(node: z.core.$ZodType): string[] {
  return node instanceof z.ZodObject ? Object.keys(node.shape) : [];
}
