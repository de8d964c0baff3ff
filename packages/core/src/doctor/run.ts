import type { ClientOptions } from '../asking/options.ts';
import { openSession } from '../asking/session.ts';
import type { AsyncHost, SyncHost } from '../exchange/host.ts';
import { runAsync } from '../exchange/run-async.ts';
import { runSync } from '../exchange/run-sync.ts';
import { doctor } from './doctor.ts';
import type { DoctorReport } from './report.ts';

/** {@link doctor} on a synchronous host. */
export function doctorSync(options: ClientOptions, host: SyncHost, { quick = false } = {}): DoctorReport {
  return runSync(doctor(openSession(options), { quick }), host);
}

/** {@link doctor} on an asynchronous host. */
export function doctorAsync(
  options: ClientOptions,
  host: AsyncHost,
  { quick = false } = {},
): Promise<DoctorReport> {
  return runAsync(doctor(openSession(options), { quick }), host);
}
