import { profileSlot } from '../connection/learnt-profile.ts';

/** Names a slot of the client in a tier that outlives one connecting. */
export type SlotName = (key: string) => string;

/** The client's slots: answers, and what stands beside and in the way of them. */
const ofClient = /^as3:/;
const ofAnswer = /^as3:[a-z0-9]{11}(:u)?$/;

/** In the cache everything of the client belongs to one connecting, as does what was learnt of the service. */
export function cacheNames(epoch: string): SlotName {
  return (key) => (ofClient.test(key) || key === profileSlot ? `${epoch}:${key}` : key);
}

/** In the store claims and faults do, and an answer belongs to the key alone: it is good after connecting the same key again. */
export function storeNames(epoch: string): SlotName {
  return (key) => (ofAnswer.test(key) ? key : `${epoch}:${key}`);
}
