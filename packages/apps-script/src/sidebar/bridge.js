// The page around a sidebar. `call(name, args)` gives, or resolves with, {value} or {message, name}.
globalThis.sidebarBridge = (frame, call, on = {}) => {
  addEventListener('message', async ({ source, data }) => {
    if (source !== frame.contentWindow) return;
    if (data.close === true) on.close?.();
    else if (data.focus === true) on.focus?.();
    else frame.contentWindow?.postMessage({ id: data.id, ...(await call(data.name, data.args)) }, '*');
  });
};
