// The page around a sidebar. `call(name, args)` returns {value} or {message, name}, or a promise of it.
globalThis.sidebarBridge = (frame, call, on = {}) => {
  addEventListener('message', async ({ source, data }) => {
    if (source !== frame.contentWindow) return;
    if (data.close === true) on.close?.();
    else if (data.focus === true) on.focus?.();
    else frame.contentWindow?.postMessage({ id: data.id, ...(await call(data.name, data.args)) }, '*');
  });
};
