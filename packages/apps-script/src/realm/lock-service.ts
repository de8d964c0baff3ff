import type { StoreName } from '../host-calls.ts';
import type { Kit } from './kit.ts';

export function lockService(kit: Kit): void {
  const lock = (store: StoreName): object =>
    Object.freeze({
      tryLock(...args: [number]) {
        kit.check('LockService.Lock.tryLock', args, ['number']);
        return kit.call('lock.acquire', store, args[0]);
      },
      waitLock(...args: [number]) {
        kit.check('LockService.Lock.waitLock', args, ['number']);
        if (kit.call('lock.acquire', store, args[0])) return;
        throw kit.exception('Lock timeout: another process was holding the lock for too long.');
      },
      releaseLock(...args: []) {
        kit.check('LockService.Lock.releaseLock', args, []);
        kit.call('lock.release', store);
      },
      hasLock(...args: []) {
        kit.check('LockService.Lock.hasLock', args, []);
        return kit.call('lock.held', store);
      },
    });
  const open = (method: string, store: StoreName) => () => {
    kit.allow(`LockService.${method}`, 'anonymous-service');
    return lock(store);
  };
  kit.service('LockService', {
    getDocumentLock: open('getDocumentLock', 'document'),
    getScriptLock: open('getScriptLock', 'script'),
    getUserLock: open('getUserLock', 'user'),
  });
}
