import { checkSwitches } from '../test/alternatives/check-switches.ts';

checkSwitches(true);
