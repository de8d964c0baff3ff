import { find } from './panels.ts';

type Step = 'formula' | 'report' | 'week';

/** The browser keeps the steps that were done; the list goes once all are, or on request. */
const storageName = 'first-steps';
const steps: readonly Step[] = ['formula', 'report', 'week'];

function readDone(): readonly string[] {
  return (localStorage.getItem(storageName) ?? '').split(' ');
}

/** Shows the three steps of a first visit. */
export function showFirstSteps(): void {
  find('hide-steps').addEventListener('click', () => steps.forEach(markStep));
  render();
}

export function markStep(step: Step): void {
  localStorage.setItem(storageName, [...new Set([...readDone(), step])].join(' '));
  render();
}

function render(): void {
  const done = readDone();
  find('first-steps').hidden = steps.every((step) => done.includes(step));
  for (const step of steps)
    document.querySelector(`[data-step=${step}]`)?.classList.toggle('done', done.includes(step));
}
