import { type DefaultTreeAdapterTypes, parse, parseFragment } from 'parse5';
import { splitAtSlots } from '../../message/text-layout.ts';

/** Elements that mail programs show, with their own attributes (caniemail 2.0.2). Outlook reads those with a colon. */
const elements: Readonly<Record<string, string>> = Object.fromEntries(
  `a=href|rel|target abbr article b bdi bdo big blockquote body br caption center cite code col=span colgroup=span
  dd del div dl dt em font=color|face|size footer h1 h2 h3 h4 h5 h6 head header hr html=xmlns(:[ov])? i
  img=alt|height|src ins kbd li=value main mark meta=charset|content|http-equiv|name noscript o:allowpng
  o:officedocumentsettings o:pixelsperinch ol=start|type p pre q s samp section small span strong style=media|type
  sub sup table=bordercolor|cellpadding|cellspacing tbody td=colspan|height|nowrap|rowspan tfoot
  th=colspan|height|nowrap|rowspan|scope thead title tr=height u ul wbr xml`
    .split(/\s+/)
    .map((entry) => [...entry.split('='), '']),
);

const commonAttributes = 'align aria-* bgcolor border class dir id lang role style title valign width';

const properties = `background background-color border border-* border-collapse border-radius border-spacing
  box-sizing caption-side clear color direction display float font font-family font-size font-style font-variant
  font-weight height letter-spacing line-height list-style list-style-type margin margin-* max-height max-width
  min-height min-width mso-* opacity outline overflow overflow-wrap padding padding-* table-layout text-align
  text-decoration text-indent text-transform unicode-bidi vertical-align visibility white-space width word-break
  word-spacing word-wrap -ms-* -webkit-text-size-adjust`;

const toPattern = (names: string): RegExp =>
  new RegExp(`^(?:${names.split(/\s+/).join('|').replaceAll('*', '[a-z-]+')})$`, 'i');

const isCommonAttribute = toPattern(commonAttributes);
const isProperty = toPattern(properties);
/** Of values, and of the selectors of a style sheet; none of them loads anything. */
const isStyleFunction = /^(?:calc|hsla?|rgba?|and|is|not|nth-child|nth-of-type|where|)$/i;

/** What a mail must not have, and where: the predicate of a sentence. */
export interface MarkupFault {
  readonly element: string;
  readonly attribute: string;
  readonly message: string;
}

/** What names must not change in the mail of a template. */
export interface TemplateOrigin {
  readonly source: string;
  /** Addresses of the data. */
  readonly addresses: Iterable<string>;
}

/**
 * Holds an HTML part to the elements, attributes, styles and addresses that a mail may have. With `origin` a link goes to
 * no other host or mailbox than those of the template and of the data, and a style sheet holds no data.
 */
export function findMarkupFaults(html: string, origin?: TemplateOrigin): readonly MarkupFault[] {
  const checker = new MarkupChecker(origin);
  checker.walk(parse(html, { scriptingEnabled: false }));
  return [...checker.faults.values()];
}

type Node = DefaultTreeAdapterTypes.Node;
type Element = DefaultTreeAdapterTypes.Element;

class MarkupChecker {
  readonly faults = new Map<string, MarkupFault>();
  readonly #source: string | undefined;
  readonly #targets: ReadonlySet<string> | undefined;

  constructor(origin: TemplateOrigin | undefined) {
    this.#source = origin?.source;
    const written = origin?.source.match(/(?:https?:|mailto:)[^\s"'<>{}]+/gi) ?? [];
    if (origin !== undefined)
      this.#targets = new Set([...origin.addresses, ...written].map(toTarget).filter(Boolean));
  }

  walk(node: Node): void {
    // Outlook reads these comments as markup.
    if ('data' in node && /^\s*\[if\b/i.test(node.data))
      this.walk(parseFragment(node.data.replace(/^[^>]*>/, ''), { scriptingEnabled: false }));
    if ('tagName' in node) this.#checkElement(node);
    if ('childNodes' in node) for (const child of node.childNodes) this.walk(child);
  }

  #checkElement(node: Element): void {
    const { tagName, attrs } = node;
    const own = Object.hasOwn(elements, tagName) ? elements[tagName] : undefined;
    if (own === undefined) {
      this.#report(tagName, '', 'which mails do not have');
      return;
    }
    const isOwnAttribute = new RegExp(`^(?:${own})$`);
    for (const { name, prefix, value } of attrs) {
      const attribute = prefix ? `${prefix}:${name}` : name;
      const isKnown = isCommonAttribute.test(attribute) || isOwnAttribute.test(attribute);
      const why = isKnown ? this.#explainValue(attribute, value) : 'which mails do not have';
      if (why !== null) this.#report(tagName, attribute, why);
    }
    const names = attrs.map(({ name }) => name);
    if (tagName === 'img' && !names.includes('alt')) this.#report(tagName, '', 'without alt');
    if (tagName === 'style') this.#checkSheet(node);
  }

  #explainValue(attribute: string, value: string): string | null {
    const shown = JSON.stringify(value.slice(0, 60));
    if (splitAtSlots(value).length > 1) return 'and a text for the reader in it; print that between elements';
    if (attribute === 'style') return explainStyle(value);
    if (attribute === 'src') return /^cid:/.test(value) ? null : `with ${shown}; an image is attached, cid:`;
    if (attribute === 'http-equiv')
      return /^(?:content-type|x-ua-compatible)$/i.test(value) ? null : `with ${shown}, which acts`;
    if (attribute !== 'href' || /^#[^\s\p{Cc}]*$/u.test(value)) return null;
    if (!/^(?:https?|mailto):[^\p{Cc}\\]+$/iu.test(value))
      return `with ${shown}; an address begins with https:, mailto: or #, or is {{href}} or {{unsubscribe}}`;
    return this.#targets?.has(toTarget(value)) === false
      ? `to ${shown}, which is neither in the template nor an address of the mail such as {{href}}`
      : null;
  }

  #checkSheet(node: Element): void {
    const text = node.childNodes.map((child) => ('value' in child ? child.value : '')).join('');
    const why = /@(?!media\b)/i.test(text) ? 'with another @ rule than @media' : explainFunctions(text);
    if (why !== null) this.#report('style', '', why);
    if (this.#source?.includes(`>${text}</style`) === false)
      this.#report('style', '', 'with an expression; write its rules out');
  }

  #report(element: string, attribute: string, why: string): void {
    const place = attribute === '' ? `<${element}>` : `<${element} ${attribute}>`;
    const comma = why.startsWith('which') ? ', ' : ' ';
    if (!this.faults.has(place))
      this.faults.set(place, { element, attribute, message: `has ${place}${comma}${why}` });
  }
}

/** The host or the mailbox to which an address leads. */
function toTarget(address: string): string {
  const url = URL.parse(address);
  return url?.protocol === 'mailto:' ? url.href.replace(/[?#].*/, '') : (url?.origin ?? '');
}

function explainStyle(style: string): string | null {
  for (const declaration of style.split(';').filter((text) => text.trim() !== '')) {
    const [, property = '', value = ''] = /^\s*([a-z-]+)\s*:([^:]*)$/i.exec(declaration) ?? [];
    if (!isProperty.test(property) || /[^\p{L}\p{N}\s_#%.,+\-/!'"()]/u.test(value))
      return `with "${declaration.trim().slice(0, 60)}", a style that mails do not have`;
  }
  return explainFunctions(style);
}

/** An escape or another function could load or run something. */
function explainFunctions(css: string): string | null {
  const other = [...css.matchAll(/([\w-]*)\(/g)].find(([, name = '']) => !isStyleFunction.test(name))?.[1];
  if (other !== undefined) return `with ${other}(), which mails do not have`;
  return css.includes('\\') ? 'with a backslash; write the sign itself' : null;
}
