import { bodyShapes, type WorldCommand } from '../world/world.ts';

/** Buttons that change the world. In a label, `{key}` is the key that the file is connected with. */
export interface ControlGroup {
  readonly title: string;
  readonly buttons: readonly { readonly label: string; readonly command: WorldCommand }[];
}

export const controls: readonly ControlGroup[] = [
  {
    title: 'Time',
    buttons: [
      { label: 'Advance a day', command: { change: 'days', days: 1 } },
      { label: 'Advance a week', command: { change: 'days', days: 7 } },
    ],
  },
  {
    title: 'Form of the API',
    buttons: [
      { label: 'Form 1', command: { change: 'form', form: '1' } },
      { label: 'Form 2', command: { change: 'form', form: '2' } },
      { label: 'Mixed', command: { change: 'form', form: 'mixed-1-codes-2' } },
    ],
  },
  {
    title: 'Shape of the bodies',
    buttons: bodyShapes.map((shape) => ({
      label: `${shape[0]?.toUpperCase()}${shape.slice(1)}`,
      command: { change: 'shape', shape },
    })),
  },
  {
    title: 'Faults',
    buttons: [
      { label: 'Next request fails', command: { change: 'fault', status: 503, times: 1 } },
      { label: 'Next five fail', command: { change: 'fault', status: 503, times: 5 } },
      { label: 'Slow answers (2 s)', command: { change: 'latency', ms: 2_000 } },
      { label: 'No faults', command: { change: 'no-faults' } },
    ],
  },
  {
    title: 'Quota and key',
    buttons: [
      { label: 'Use up the minute of {key}', command: { change: 'use-up', limit: 'minute' } },
      { label: 'Use up the day of {key}', command: { change: 'use-up', limit: 'day' } },
      { label: 'Revoke {key}', command: { change: 'revoke' } },
      { label: 'New key', command: { change: 'new-key' } },
    ],
  },
  {
    title: 'Sheet',
    buttons: [{ label: 'Empty the cache and recalculate', command: { change: 'recalculate' } }],
  },
];
