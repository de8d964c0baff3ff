import { buildDigest, type Digest } from '../../digest/digest.ts';
import { createCompetitors, createInput, createSnapshots, fixtureWeeks } from '../../digest/fixture-weeks.ts';
import { createImage } from '../../message/body.ts';
import { defaultDesign } from '../../message/design.ts';
import { createMailView } from '../../message/view.ts';
import type { MailTemplate } from '../../settings/mail-template.ts';
import { renderOwnMail, sizeBudgets, toTemplateModel } from './render.ts';
import { runTemplate } from './template-thread.ts';

export interface ModelShape {
  readonly fields: Map<string, ModelShape>;
  item: ModelShape | null;
}

const unsubscribe = 'mailto:digest@example.com?subject=unsubscribe';

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
  return Object.values(fixtureWeeks).flatMap((input) => {
    const digest = buildDigest(input());
    return variants.map((variant) =>
      toTemplateModel(createMailView(digest, { ...variant, unsubscribe, charts }, sizeBudgets[0]).view),
    );
  });
}

export function describeModels(models: readonly object[]): ModelShape {
  const shape = createShape();
  for (const model of models) addSample(shape, model);
  return shape;
}

const createShape = (): ModelShape => ({ fields: new Map(), item: null });

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
  }
}

/** 400 changed websites, without and with 200 clients, whose names would be an attribute, an address and a style where a template lets them. */
function createCrowds(): readonly Digest[] {
  const hostile = (at: number): string => `${at} url(//x)`;
  const sites = Array.from({ length: 400 }, (_, at) => ({ id: `${at}`, name: hostile(at), domain: null }));
  const competitors = createCompetitors(2000).map((one, at) => ({ ...one, name: hostile(at), domain: null }));
  const weeks = [
    { share: () => 0.4, competitors },
    { share: () => 0.2, competitors },
  ];
  const snapshots = sites.flatMap((site) => createSnapshots(site, weeks));
  const clients = sites
    .slice(0, 200)
    .map(({ id, name }, at) => ({ name, websiteIds: new Set([id, `${200 + at}`]) }));
  const input = createInput(sites, snapshots);
  return [input, { ...input, groupBy: 'client' as const, clients }].map(buildDigest);
}

/** Faults of a template: its names, and what it makes of every fixture week and of 400 websites. Empty if there is none. */
export async function checkMailTemplate(template: MailTemplate): Promise<readonly string[]> {
  const { faults } = await runTemplate({ template, model: null });
  if (faults.length > 0) return faults.map((fault) => `${template.name}: ${fault}`);
  for (const digest of createCrowds()) {
    const design = { ...defaultDesign, template };
    const { fault } = await renderOwnMail(digest, { locale: 'en', unsubscribe, design });
    if (fault !== null) return [`${fault} This is a mail about 400 websites.`];
  }
  return [];
}
