import { checkSwitches } from './check-switches.ts';

checkSwitches(false);
