import type { Say } from '../words/words.ts';
import { hoursOf, type Pace } from './schedule.ts';

export function paceText(say: Say, pace: Pace): string {
  if (pace === 'off') return say('schedule.off');
  return pace === 'day' ? say('schedule.day') : say('schedule.hours', { count: hoursOf(pace) ?? 0 });
}
