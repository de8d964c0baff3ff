/** The element of the page with an id. @throws where the page and the script do not fit */
export function part<T extends HTMLElement>(id: string, kind: new () => T): T {
  const found = document.getElementById(id);
  if (!(found instanceof kind)) throw new Error(`The sidebar's page has no ${id}.`);
  return found;
}

/** An element with text or children. Text is set as text, never as HTML. */
export function element<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  content: string | readonly Node[],
  className = '',
): HTMLElementTagNameMap[K] {
  const made = document.createElement(tag);
  if (className !== '') made.className = className;
  if (typeof content === 'string') made.textContent = content;
  else made.append(...content);
  return made;
}
