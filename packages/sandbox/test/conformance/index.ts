import { testAnalyticsWindow } from './analytics-window.ts';
import { testAuthentication } from './authentication.ts';
import { testDocument } from './document.ts';
import { testEndpoints } from './endpoints.ts';
import { testErrors } from './errors.ts';
import { testLimits } from './limits.ts';
import type { Service, Subject } from './subject.ts';

export { documentOf, findHeaderFaults, startValidatingProxy } from '../openapi/document.ts';
export type { Service, Subject } from './subject.ts';

/** Tests a service by sections 4, 5, 7 and 8 of the specification, and by its own OpenAPI document. */
export function testConformance<S extends Service>(subject: Subject<S>): void {
  testEndpoints(subject);
  testAnalyticsWindow(subject);
  testAuthentication(subject);
  testErrors(subject);
  testLimits(subject);
  testDocument(subject);
}
