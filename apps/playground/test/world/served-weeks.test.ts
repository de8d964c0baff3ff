import { checkServedWeeks } from './served-weeks.ts';

// The soak has six weeks.
checkServedWeeks([1]);
