import { draw } from '../data/hash.ts';
import type { SiteSketch } from './demo-sites.ts';

/** A team of one. */
export const ONE_SITE: readonly SiteSketch[] = [
  {
    name: 'Lone Pine Carpentry',
    domain: 'lone-pine-carpentry.example',
    createdAt: '2025-02-03',
    story: 'quiet',
    visitors: 420,
    citations: 3,
    mentions: 15,
    authority: 57,
    topics: ['oak staircases', 'window frames'],
    rivals: [{ name: 'Sawdust & Sons', domain: 'sawdust-and-sons.example', mentions: 18 }],
  },
];

const TRADES = ['Bakery', 'Bicycles', 'Dental Care', 'Flowers', 'Garage', 'Law Office', 'Opticians'] as const;
const TOWNS = ['Alder', 'Birch', 'Cedar', 'Dogwood', 'Elm', 'Fir', 'Ginkgo', 'Hazel'] as const;

/** A team of so many websites, as an agency has; each with a level of its own. */
export function manySites(count: number): readonly SiteSketch[] {
  return Array.from({ length: count }, (_, index) => {
    const next = draw('many', index);
    const place = String(index + 1).padStart(3, '0');
    const [trade, town] = [TRADES[index % TRADES.length], TOWNS[index % TOWNS.length]];
    const name = `${town} ${trade} ${place}`;
    return {
      name,
      domain: `${name.toLowerCase().replaceAll(' ', '-')}.example`,
      createdAt: '2025-01-06',
      story: 'quiet',
      visitors: 80 + Math.floor(next() * 1_500),
      citations: 1 + Math.floor(next() * 5),
      mentions: 6 + Math.floor(next() * 30),
      authority: 35 + Math.floor(next() * 45),
      topics: [`${trade?.toLowerCase()} in ${town}`, `${trade?.toLowerCase()} prices`],
      rivals: [{ name: `${town} Rival`, domain: `${town?.toLowerCase()}-rival.example`, mentions: 20 }],
    };
  });
}
