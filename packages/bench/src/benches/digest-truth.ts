import {
  measureFalseDirections,
  measurePower,
  measureStepDates,
  rules,
  unchangedServices,
} from '@answershare/report-bot/test/simulation/digest-truth.ts';
import { established } from '@answershare/report-bot/test/simulation/simulated-weeks.ts';
import type { Bench, BenchRow } from './bench.ts';

const mails = 100;
const websites = 20;
const trials = 300;
const seed = 20_261_123;
const ownRule = 'no shared day';
const steps = [3, 5, 10];

const percent = (fraction: number) => `${(100 * fraction).toFixed(1)} %`;

export const digestTruth: Bench = {
  id: 'B14',
  name: 'digest-truth',
  title:
    'Weekly mail: false directions in mails about 20 unchanged websites; lasting steps found in six mails',
  target: 'false at most 5 % per series and mail; 5 points in 60 %, 10 points in 95 %',
  async run() {
    const rows: BenchRow[] = [];
    let [worstSeries, worstMail] = [0, 0];
    for (const [setting, service] of Object.entries(unchangedServices)) {
      const found = measureFalseDirections(service, mails, websites, seed);
      for (const [who, { own, competitors, mailsOwn, mailsCompetitors }] of Object.entries(found)) {
        if (who === ownRule) {
          worstSeries = Math.max(worstSeries, own, competitors);
          worstMail = Math.max(worstMail, mailsOwn, mailsCompetitors);
        }
        const figures = {
          'own series': percent(own),
          'competitor series': percent(competitors),
          'mails, own': percent(mailsOwn),
          'mails, competitors': percent(mailsCompetitors),
        };
        rows.push({ who, setting, figures });
      }
    }
    const service = { ...established, mentions: 3_000 };
    const power = steps.map((points) => measurePower(service, points, trials, seed));
    for (const who of Object.keys(rules)) {
      const figures = Object.fromEntries(
        steps.map((points, at) => [`${points} points found`, percent(power[at]?.[who] ?? 0)]),
      );
      rows.push({ who, setting: 'one website, 3,000 mentions in 30 days', figures });
    }
    const dates = steps.map((points) => measureStepDates(service, points, trials, seed));
    rows.push({
      who: ownRule,
      setting: 'date of the step, within a week, where clear',
      figures: Object.fromEntries(
        steps.map((points, at) => [
          `${points} points found`,
          percent((dates[at]?.right ?? 0) / Math.max(1, dates[at]?.dated ?? 0)),
        ]),
      ),
    });
    const [, five = 0, ten = 0] = power.map((found) => found[ownRule] ?? 0);
    // Two standard errors of a fraction of 5 % in this many mails.
    const allowed = 0.05 + 2 * Math.sqrt((0.05 * 0.95) / mails);
    return {
      rows,
      ours: `false: ${percent(worstSeries)} of series, ${percent(worstMail)} of mails; found: ${percent(five)} and ${percent(ten)}`,
      met: worstSeries <= 0.05 && worstMail <= allowed && five >= 0.6 && ten >= 0.95,
      remarks: [
        `${mails} mails a case, ${trials} trials a step: a fraction of 5 % of mails varies by ±${(200 * Math.sqrt((0.05 * 0.95) / mails)).toFixed(1)} points. The soak of the report bot has 2,000 mails.`,
      ],
    };
  },
};
