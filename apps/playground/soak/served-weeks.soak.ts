import { checkServedWeeks } from '../test/world/served-weeks.ts';

checkServedWeeks([1, 2, 3, 4, 5, 6]);
