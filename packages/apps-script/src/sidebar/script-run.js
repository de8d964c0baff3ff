// google.script.run and google.script.host (guides/html/reference/run, .../reference/host).
// Calls go to the surrounding page as messages: see bridge.js.
(() => {
  // An answer to the page that was in this frame before must fit no call of this one.
  const page = Math.random();
  let last = 0;
  const waiting = new Map();

  function throwIllegal(index) {
    throw new TypeError(`Failed due to illegal value in property: ${index}`);
  }

  /** Copies primitives, null, arrays and plain objects; undefined in an array becomes null. */
  function copyParameter(value, index, open) {
    if (value === undefined || value === null) return null;
    if (['string', 'number', 'boolean'].includes(typeof value)) return value;
    if (typeof value !== 'object' || open.includes(value)) return throwIllegal(index);
    const inside = [...open, value];
    if (Array.isArray(value)) return Array.from(value, (item) => copyParameter(item, index, inside));
    const prototype = Object.getPrototypeOf(value);
    if (prototype !== null && Object.getPrototypeOf(prototype) !== null) return throwIllegal(index);
    return Object.fromEntries(
      Object.entries(value).map(([key, item]) => [key, copyParameter(item, index, inside)]),
    );
  }

  /** Field names and texts of a form; a repeated name becomes a list. */
  function fieldsOf(form) {
    const fields = {};
    for (const [name, value] of new FormData(form)) {
      if (typeof value !== 'string') throw new TypeError(`The local Apps Script takes no file: ${name}`);
      if (Object.hasOwn(fields, name)) fields[name] = [].concat(fields[name], value);
      else fields[name] = value;
    }
    return fields;
  }

  function parameters(args) {
    if (args.length === 1 && args[0] instanceof HTMLFormElement) return [fieldsOf(args[0])];
    return args.map((arg, index) => copyParameter(arg, index, []));
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
          const checked = parameters(args);
          const id = `${page} ${++last}`;
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
    else if (failure === undefined) console.error(`Uncaught ${error}`);
  });

  const host = {
    close: () => parent.postMessage({ close: true }, '*'),
    setHeight: () => undefined,
    setWidth: () => undefined,
    editor: { focus: () => parent.postMessage({ focus: true }, '*') },
  };
  globalThis.google = { script: { run: runner(undefined, undefined, undefined), host } };
})();
