import {
  alertRules,
  measureFalseAlerts,
  measureFoundSteps,
  watchedServices,
  watchNames,
} from '@answershare/report-bot/test/simulation/alert-truth.ts';
import { established } from '@answershare/report-bot/test/simulation/simulated-weeks.ts';
import type { Bench, BenchRow } from './bench.ts';

const websites = 100;
const trials = 100;
const seed = 20_261_123;
const ownRule = 'alerts';
const steps = [5, 10];

/** False alerts per website and month, and two standard errors of that in so many websites. */
const mostPerMonth = 0.05;
const allowed = mostPerMonth + 2 * Math.sqrt(mostPerMonth / websites);

const percent = (fraction: number) => `${(100 * fraction).toFixed(0)} %`;

export const alertTruth: Bench = {
  id: 'B17',
  name: 'alert-truth',
  title:
    'Alerts: false ones per website and four weeks of daily looks; lasting steps found in six weeks of them',
  target: 'false at most 0.05 per website and month; 10 points found in 90 %',
  async run() {
    const rows: BenchRow[] = [];
    let worst = 0;
    for (const [setting, service] of Object.entries(watchedServices)) {
      for (const [who, found] of Object.entries(measureFalseAlerts(service, websites, seed))) {
        if (who === ownRule) worst = Math.max(worst, ...Object.values(found));
        const figures = Object.fromEntries(watchNames.map((name) => [name, found[name].toFixed(2)]));
        rows.push({ who, setting, figures });
      }
    }
    let least = 1;
    for (const window of [30, 7] as const) {
      const service = { ...established, window, mentions: 1_000 };
      const found = steps.map((points) => measureFoundSteps(service, points, trials, seed));
      for (const who of Object.keys(alertRules)) {
        const figures = Object.fromEntries(
          steps.flatMap((points, at) => [
            [`share, ${points} points`, percent(found[at]?.[who]?.share ?? 0)],
            [`authority, ${points}`, percent(found[at]?.[who]?.authority ?? 0)],
          ]),
        );
        rows.push({ who, setting: `found, 1,000 mentions in ${window} days`, figures });
      }
      least = Math.min(least, found.at(-1)?.[ownRule]?.share ?? 0);
    }
    return {
      rows,
      ours: `false: at most ${worst.toFixed(2)} per website and month; 10 points found: ${percent(least)}`,
      met: worst <= allowed && least >= 0.9,
      remarks: [
        `${websites} websites a case, each with an alert of its own, after twelve weeks of history; ${trials} trials a step. A threshold lies at the mean of the history. Two standard errors of ${mostPerMonth} are ${(allowed - mostPerMonth).toFixed(2)}.`,
      ],
    };
  },
};
