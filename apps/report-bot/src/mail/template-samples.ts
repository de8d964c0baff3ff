import { buildDigest } from '../digest/digest.ts';
import { fixtureWeeks } from '../digest/fixture-weeks.ts';
import { createImage } from './chart.ts';
import { defaultDesign } from './design.ts';
import { sizeBudgets, toTemplateModel } from './render.ts';
import { createMailView } from './view.ts';

/** The names that a template may print. */
export interface ModelShape {
  readonly fields: Map<string, ModelShape>;
  /** Of a list; null for everything else. */
  item: ModelShape | null;
  /** True if every sample is an address with a scheme, or empty. */
  isAddress: boolean | null;
}

/** The models of all fixture weeks, with and without a look, in two directions of writing. */
export function createSampleModels(): readonly object[] {
  const image = createImage(new Uint8Array(), 'png');
  const look = {
    logo: { ...image, height: 32 },
    intro: 'Hello',
    footer: 'Bye',
    dashboard: 'https://example.com/{website}',
    sheet: 'https://example.com/sheet',
    formulas: true,
  };
  const variants = [
    { locale: 'en', design: { ...defaultDesign, ...look } },
    { locale: 'ar', design: defaultDesign },
  ];
  const charts = { print: () => image };
  const unsubscribe = 'mailto:digest@example.com?subject=unsubscribe';
  return Object.values(fixtureWeeks).flatMap((input) => {
    const digest = buildDigest(input());
    return variants.map((variant) =>
      toTemplateModel(createMailView(digest, { ...variant, unsubscribe, charts }, sizeBudgets[0]).view),
    );
  });
}

/** The names of all samples together. */
export function describeModels(models: readonly object[]): ModelShape {
  const shape = createShape();
  for (const model of models) addSample(shape, model);
  return shape;
}

const createShape = (): ModelShape => ({ fields: new Map(), item: null, isAddress: null });

function addSample(shape: ModelShape, value: unknown): void {
  if (Array.isArray(value)) {
    shape.item ??= createShape();
    for (const one of value) addSample(shape.item, one);
  } else if (typeof value === 'object' && value !== null && !(value instanceof Uint8Array)) {
    for (const [name, one] of Object.entries(value)) {
      const field = shape.fields.get(name) ?? createShape();
      shape.fields.set(name, field);
      addSample(field, one);
    }
  } else if (typeof value === 'string' && value !== '')
    shape.isAddress = shape.isAddress !== false && /^(?:https?|mailto):/.test(value);
}
