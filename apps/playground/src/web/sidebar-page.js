// The page around the sidebar: forwards its calls to the script (sidebarBridge) and runs menu items.
const frame = document.getElementById('sidebar');
const notice = document.getElementById('notice');
const { token } = document.body.dataset;

async function post(path, body) {
  const headers = { 'Content-Type': 'application/json', 'X-Page-Token': token };
  const response = await fetch(path, { method: 'POST', headers, body: JSON.stringify(body) });
  return response.json();
}

globalThis.sidebarBridge(frame, (name, args) => post('/call', { name, args }), {
  close: () => {
    frame.hidden = true;
  },
});

for (const button of document.querySelectorAll('button[data-function]')) {
  button.addEventListener('click', async () => {
    button.disabled = true;
    const { message, sidebar, alerts } = await post('/menu', { name: button.dataset.function });
    button.disabled = false;
    notice.textContent = message ?? alerts.join(' ');
    if (!sidebar) return;
    frame.hidden = false;
    frame.title = sidebar;
    frame.src = `/sidebar?${Date.now()}`;
  });
}
