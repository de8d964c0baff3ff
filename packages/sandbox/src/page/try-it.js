// Runs in the browser: sends the request of the form and shows the response.

const form = document.querySelector('#try');
const field = (name) => form.elements.namedItem(name);
const show = (id, text) => {
  document.getElementById(id).textContent = text;
};

/** The request of the form, without the key. */
function request() {
  const endpoint = field('endpoint').value;
  const query = new URLSearchParams();
  if (endpoint !== 'websites') {
    const website = field('website').value;
    if (website !== '') query.set(form.dataset.idName, website);
  }
  if (endpoint === 'analytics') {
    for (const name of ['from', 'to', 'period']) {
      const value = field(name)?.value ?? '';
      if (value !== '') query.set(name, value);
    }
  }
  for (const [name, value] of new URLSearchParams(field('more').value)) query.append(name, value);
  const text = query.toString().replaceAll("'", '%27');
  const quirk = field('quirk').value;
  return {
    path: `/api/v1/${endpoint}${text === '' ? '' : `?${text}`}`,
    headers: quirk === '' ? {} : { 'X-Sandbox-Quirk': quirk },
  };
}

function curlLine({ path, headers }) {
  const key = field('key').value === '' ? [] : ['-H "Authorization: Bearer $API_KEY"'];
  const others = Object.entries(headers).map(([name, value]) => `-H '${name}: ${value}'`);
  return ['curl -i', ...key, ...others, `'${location.origin}${path}'`].join(' ');
}

/** Disables the fields that the endpoint does not take. */
function adapt() {
  const endpoint = field('endpoint').value;
  field('website').disabled = endpoint === 'websites';
  for (const name of ['from', 'to', 'period']) {
    const input = field(name);
    if (input !== null) input.disabled = endpoint !== 'analytics';
  }
  show('curl', curlLine(request()));
}

/** Selects the first website that the key can read. The others remain, to be refused. */
function followKey() {
  const { reach } = field('key').selectedOptions[0].dataset;
  const group = [...field('website').querySelectorAll('optgroup')].find(({ label }) => label === reach);
  field('website').value = group?.querySelector('option')?.value ?? '';
}

function pretty(text) {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

async function send() {
  const status = document.getElementById('status');
  status.ariaBusy = 'true';
  const { path, headers } = request();
  const key = field('key').value;
  const sent = key === '' ? headers : { ...headers, Authorization: `Bearer ${key}` };
  show('status', 'Waiting for the answer…');
  show('headers', '');
  show('body', '');
  try {
    const response = await fetch(path, { headers: sent, cache: 'no-store' });
    const lines = [...response.headers].map(([name, value]) => `${name}: ${value}`);
    show('headers', lines.join('\n'));
    const text = await response.text();
    show('body', pretty(text));
    show('status', `${response.status} ${response.statusText}`.trim());
  } catch (error) {
    show('status', `No whole answer: ${error.message}. The connection broke, or the body was cut.`);
  }
  status.ariaBusy = 'false';
  document.dispatchEvent(new Event('sandbox-changed'));
}

form.addEventListener('submit', (event) => {
  event.preventDefault();
  void send();
});
form.addEventListener('input', (event) => {
  if (event.target === field('key')) followKey();
  adapt();
});
document.addEventListener('sandbox-refreshed', ({ detail }) => {
  if (detail.replaced.includes('website')) followKey();
  adapt();
});
adapt();
