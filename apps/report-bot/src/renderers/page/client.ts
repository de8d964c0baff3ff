import type { PageData, PageMail } from './page-data.ts';

// Shows the chosen mail. The page is one file without a server; the mail runs in a frame without rights.

const find = <E extends HTMLElement>(id: string, type: new () => E): E => {
  const element = document.getElementById(id);
  if (element instanceof type) return element;
  throw new Error(`the page has no ${id}`);
};

const data = JSON.parse(find('data', HTMLScriptElement).text) as PageData;
const controls = find('controls', HTMLFormElement);
const [digestList, localeList] = [...controls.querySelectorAll('select')];
const frame = find('mail', HTMLIFrameElement);
const text = find('text', HTMLPreElement);
const languages = new Intl.DisplayNames(['en'], { type: 'language' });

/** Applies a colour scheme to the mail, whatever the scheme of the page. */
const forceScheme = (html: string, chosen: string): string =>
  html.replace(/\(\s*prefers-color-scheme\s*:\s*(dark|light)\s*\)/gi, (_, scheme: string) =>
    scheme.toLowerCase() === chosen ? '(min-width: 0)' : '(max-width: 0)',
  );

/** Puts the images in, or takes their addresses away, which leaves the alternative texts. */
const setImages = (html: string, on: boolean): string =>
  html.replace(/ src="cid:([^"]*)"/g, (_, cid: string) => (on ? ` src="${data.images[cid] ?? ''}"` : ''));

function fill(id: string, words: string): void {
  find(id, HTMLElement).textContent = words;
}

function listItems({ faults }: PageMail): HTMLLIElement[] {
  return (faults.length === 0 ? ['No fault found.'] : faults).map((words) => {
    const item = document.createElement('li');
    item.textContent = words;
    item.className = faults.length === 0 ? '' : 'fault';
    return item;
  });
}

function show(): void {
  const chosen = new FormData(controls);
  const choice = (name: string): string => String(chosen.get(name));
  const digest = data.digests[Number(choice('digest'))];
  const mail = digest?.mails.find(({ locale }) => locale === choice('locale')) ?? digest?.mails[0];
  if (mail === undefined) return;
  fill('subject', mail.subject);
  fill('subject-length', `(${mail.subjectLength} of ${data.limits.subject} characters)`);
  fill('preheader', mail.preheader);
  fill('bytes', `${(mail.bytes / 1000).toFixed(1)} of ${data.limits.bytes / 1000} KB of HTML`);
  const files = mail.files.map(({ name, bytes }) => `${name} (${(bytes / 1000).toFixed(1)} KB)`);
  fill('files', files.length === 0 ? 'nothing' : files.join(', '));
  const size = find('size', HTMLMeterElement);
  size.max = data.limits.bytes;
  size.value = mail.bytes;
  find('faults', HTMLUListElement).replaceChildren(...listItems(mail));
  const isHtml = choice('part') === 'html';
  frame.hidden = !isHtml;
  text.hidden = isHtml;
  frame.width = choice('width');
  frame.style.colorScheme = choice('scheme');
  frame.srcdoc = setImages(forceScheme(mail.html, choice('scheme')), choice('images') === 'on');
  text.textContent = mail.text;
  text.dir = 'auto';
  text.lang = mail.locale;
}

digestList?.append(...data.digests.map(({ title }, at) => new Option(title, String(at))));
const locales = [...new Set(data.digests.flatMap(({ mails }) => mails.map(({ locale }) => locale)))];
localeList?.append(
  ...locales.map((locale) => new Option(`${languages.of(locale) ?? locale} (${locale})`, locale)),
);
if (digestList !== undefined) digestList.value = String(data.first.digest);
if (localeList !== undefined) localeList.value = data.first.locale;
controls.addEventListener('change', show);
controls.addEventListener('submit', (event) => event.preventDefault());
show();
