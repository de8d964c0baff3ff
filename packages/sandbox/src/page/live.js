// Runs in the browser: keeps the page up to date while it is visible.

const POLL_MS = 1_000;
const RETRY_MS = 5_000;

let timer;
let turn = 0;

/** Replaces the content of an element if it differs, so that focus, choices and scroll position stay; true if so. */
function replace(id, html) {
  const element = document.getElementById(id);
  const fresh = document.createElement(element.tagName);
  fresh.innerHTML = html;
  if (fresh.innerHTML === element.innerHTML) return false;
  element.innerHTML = html;
  return true;
}

/** Shows the state; returns the ids of the replaced elements. */
function apply({ html, quirks, idName }) {
  const replaced = Object.entries(html).flatMap(([id, inner]) => (replace(id, inner) ? [id] : []));
  document.getElementById('try').dataset.idName = idName;
  for (const control of document.querySelectorAll('[data-switch]')) {
    control.dataset.inForce = String(quirks[control.dataset.switch]);
    if (control !== document.activeElement) control.value = control.dataset.inForce;
  }
  return replaced;
}

async function refresh() {
  clearTimeout(timer);
  turn += 1;
  const own = turn;
  let wait = POLL_MS;
  let message = '';
  try {
    const response = await fetch('/?part=live', { cache: 'no-store' });
    const parts = await response.json();
    if (own !== turn) return;
    const detail = { replaced: apply(parts) };
    document.dispatchEvent(new CustomEvent('sandbox-refreshed', { detail }));
  } catch (error) {
    if (own !== turn) return;
    wait = RETRY_MS;
    message = `The sandbox does not answer (${error.message}). This page shows its last state.`;
  }
  const live = document.getElementById('live');
  if (live.textContent !== message) live.textContent = message;
  if (document.visibilityState === 'visible') timer = setTimeout(refresh, wait);
}

document.addEventListener('sandbox-changed', () => void refresh());
document.addEventListener('visibilitychange', () => {
  if (document.visibilityState === 'visible') void refresh();
  else clearTimeout(timer);
});
void refresh();
