import { ServiceFault } from './host-calls.ts';
import { limits } from './limits.ts';

/** The milliseconds that Utilities.sleep may be asked for; throws ServiceFault for others. */
export function checkedSleep(milliseconds: number): number {
  if (milliseconds >= 0 && milliseconds <= limits.sleep.value) return milliseconds;
  throw new ServiceFault(`Invalid argument: milliseconds must be 0 to ${limits.sleep.value}.`);
}
