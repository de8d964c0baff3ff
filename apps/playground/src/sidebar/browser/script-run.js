// google.script.run and google.script.host as a sidebar finds them (guides/html/reference/run, .../reference/host).
(() => {
  let last = 0;
  const waiting = new Map();

  /** Copies a parameter under the rules of google.script.run: no Date, no function, undefined in an array is null. */
  function legal(value, where) {
    if (value === undefined || value === null) return null;
    if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return value;
    if (Array.isArray(value)) return value.map((item) => legal(item, where));
    if (typeof value === 'object' && Object.getPrototypeOf(value) === Object.prototype)
      return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, legal(item, where)]));
    throw new TypeError(`Failed due to illegal value in property: ${where}`);
  }

  function runner(success, failure, userObject) {
    const known = {
      withSuccessHandler: (handler) => runner(handler, failure, userObject),
      withFailureHandler: (handler) => runner(success, handler, userObject),
      withUserObject: (object) => runner(success, failure, object),
    };
    return new Proxy(known, {
      get(target, name) {
        if (typeof name === 'symbol' || name === 'then') return undefined;
        if (Object.hasOwn(target, name)) return target[name];
        if (name.endsWith('_')) return undefined;
        return (...args) => {
          const id = ++last;
          const checked = args.map((arg, index) => legal(arg, index));
          waiting.set(id, { success, failure, userObject });
          parent.postMessage({ id, name, args: checked }, '*');
        };
      },
    });
  }

  addEventListener('message', ({ source, data }) => {
    if (source !== parent || !waiting.has(data.id)) return;
    const { success, failure, userObject } = waiting.get(data.id);
    waiting.delete(data.id);
    if ('value' in data) return success?.(data.value, userObject);
    const error = Object.assign(new Error(data.message), { name: data.name });
    if (failure) failure(error, userObject);
    else console.error(`Uncaught ${error}`);
  });

  const host = {
    close: () => parent.postMessage({ close: true }, '*'),
    setHeight: () => undefined,
    setWidth: () => undefined,
  };
  globalThis.google = { script: { run: runner(null, null, undefined), host } };
})();
