import { type FigureUnit, figureOf, listFigureNames } from '@answershare/core';
import { describe, expect, it } from 'vitest';
import { meetsCondition } from '../../src/digest/alert.ts';
import { createAlertExample } from '../../src/digest/alert-example.ts';
import { renderMail } from '../../src/renderers/mail/render.ts';

const thresholds: Readonly<Record<FigureUnit, readonly number[]>> = {
  share: [0.001, 0.02, 0.305, 0.5, 0.75, 0.97, 0.999],
  score: [0.02, 0.7, 1, 3, 42, 97, 100, 640],
  rank: [],
  count: [1, 7, 60, 1284, 250_000],
};
const of = { id: 'alarm', title: null, timezone: 'UTC' };

describe.each(listFigureNames('judged'))('the example of an alert on %s', (figure) => {
  it.each(
    thresholds[figureOf(figure).unit].flatMap((threshold) => [
      { kind: 'above' as const, threshold },
      { kind: 'below' as const, threshold },
    ]),
  )('meets the condition $kind $threshold', (condition) => {
    const { sites } = createAlertExample({ ...of, figure, condition });
    expect(sites.map((site) => meetsCondition(site, figure, condition))).toEqual([true]);
  });

  it.each(['up', 'down', 'any'] as const)(
    'meets the condition changes %s, and begins with it',
    (direction) => {
      const condition = { kind: 'changes', direction } as const;
      const digest = createAlertExample({ ...of, figure, condition });
      expect(digest.sites.map((site) => meetsCondition(site, figure, condition))).toEqual([true]);
      const mail = renderMail(digest, { locale: 'en', unsubscribe: 'mailto:bot@example.com' });
      const { subject } = mail.for({ name: null, address: 'ann@example.com' });
      expect(subject).toMatch(direction === 'down' ? /^▼ Acme/ : /^▲ Acme/);
    },
  );
});
