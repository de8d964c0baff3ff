import type { Ask, Fault } from '../asks/ask.ts';
import { faultOf } from '../cells/fault-text.ts';
import type { Desk } from '../desk.ts';
import type { Call } from '../formulas/calls.ts';
import { argumentValue, referenceReader } from './formula-values.ts';
import type { Office } from './office.ts';
import { functionNamed, recordedAsks } from './recorded-asks.ts';
import type { Tab } from './workbook.ts';

/** What a cell with a call would show instead of a value. */
export interface CallFault extends Fault {
  /** True where an argument is the cause, so that the call fails until it is another formula. */
  readonly inArguments: boolean;
}

const useMs = 30_000;

/** Faults of a call that only a request could answer. */
const unanswered = ['paused', 'pending', 'budget'];
const argumentFaults = ['bad_request', 'bad_window'];

function faultIn(attempt: () => unknown): CallFault | null {
  try {
    attempt();
    return null;
  } catch (thrown) {
    const fault = faultOf(thrown, 'cell');
    if (unanswered.includes(fault.code)) return null;
    return { ...fault, inArguments: argumentFaults.includes(fault.code) };
  }
}

/** One question for each window of analytics: which of them the service can word is known without an answer. */
function eachWindow(asks: readonly Ask[]): readonly Ask[] {
  const texts = asks.map(({ window }) => JSON.stringify(window));
  return asks.filter(({ window }, at) => window !== null && texts.indexOf(texts[at] ?? '') === at);
}

/**
 * Runs a call as its cell would, with the values that its references hold now and the answers that are kept: the functions
 * themselves check their arguments. Sends nothing, but for the list of websites where a change over the history needs it.
 * @returns null where no fault shows without a request
 */
export function checkCall(office: Office, call: Call, tab: Tab): CallFault | null {
  const found = functionNamed(call.name);
  if (found === null) return null;
  const { calendar, file, workbook } = office;
  const read = referenceReader(workbook);
  const values = call.arguments.map((argument) => argumentValue(argument, tab, workbook, read)?.value ?? '');
  const quietly = <T>(use: (desk: Desk) => T): T =>
    office.receive({ ms: useMs, paused: true }, ({ desk }) => use(desk));
  const desk: Desk = {
    ...calendar,
    file,
    ask: (asks) => quietly((own) => own.ask(asks)),
    bodies: (asks) => quietly((own) => own.bodies(asks)),
  };
  const windows = (): readonly Ask[] => eachWindow(recordedAsks(found, values, calendar));
  return (
    faultIn(() => found.answer(values, desk)) ??
    faultIn(() => {
      for (const ask of windows()) file.explain(ask);
    })
  );
}
