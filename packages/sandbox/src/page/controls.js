// Runs in the browser: moves the clock and sets the switches by admin calls. The visitor gives the admin token once per
// tab. It is sent in a header only, which no page of another origin can do.

const STORED = 'sandbox-admin-token';

const unlock = document.getElementById('unlock');
const controls = document.querySelectorAll('[data-control]');

function setLocked(isLocked) {
  for (const fieldset of controls) fieldset.disabled = isLocked;
  unlock.hidden = !isLocked;
}

/** The answer of an admin call; throws an error with its message. */
async function call(method, path, body) {
  const response = await fetch(`/__sandbox${path}`, {
    method,
    headers: { Authorization: `Bearer ${sessionStorage.getItem(STORED)}` },
    body: body === undefined ? undefined : JSON.stringify(body),
  });
  const answer = await response.json();
  if (response.status === 401) {
    sessionStorage.removeItem(STORED);
    setLocked(true);
    throw new Error('This is not the admin token of this sandbox. The sandbox printed it at start.');
  }
  if (!response.ok) throw new Error(answer.error.message);
  return answer;
}

/** Runs an action, shows its message or its error in an element, and refreshes the page. */
async function run(action, output = 'control-status') {
  const status = document.getElementById(output);
  try {
    status.textContent = await action();
  } catch (error) {
    status.textContent = error.message;
  }
  document.dispatchEvent(new Event('sandbox-changed'));
}

async function open() {
  await call('GET', '/clock');
  setLocked(false);
  return 'Clock and switches are unlocked in this tab.';
}

unlock.addEventListener('submit', (event) => {
  event.preventDefault();
  const input = document.getElementById('token');
  sessionStorage.setItem(STORED, input.value.trim());
  input.value = '';
  void run(open);
});

for (const button of document.querySelectorAll('[data-clock]')) {
  button.addEventListener('click', () =>
    run(async () => {
      const { now, mode } = await call('POST', '/clock', JSON.parse(button.dataset.clock));
      return `The clock is ${mode} at ${now.slice(0, 19).replace('T', ' ')} UTC.`;
    }),
  );
}

document.getElementById('switches').addEventListener('change', ({ target }) => {
  const name = target.dataset.switch;
  if (name === undefined) return;
  void run(async () => {
    try {
      const { quirks } = await call('PATCH', '/quirks', { [name]: target.value });
      return `${name}=${quirks[name]} is in force.`;
    } catch (error) {
      target.value = target.dataset.inForce;
      throw error;
    }
  }, 'switch-status');
});

document.getElementById('defaults').addEventListener('click', () =>
  run(async () => {
    await call('DELETE', '/quirks');
    return 'All switches are at their defaults.';
  }, 'switch-status'),
);

if (sessionStorage.getItem(STORED) !== null) void run(open);
