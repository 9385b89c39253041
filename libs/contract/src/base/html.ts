import xss from 'xss';

/** Node sees the library's one export alone, which carries the others. */
const { escapeAttrValue, FilterXSS, friendlyAttrValue } = xss as unknown as typeof import('xss');

/** What the centre's texts may hold: element → attributes. Everything else is dropped, its words
 * stay. */
export const allowedHtml: Readonly<Record<string, readonly string[]>> = {
  p: [],
  br: [],
  h2: [],
  h3: [],
  h4: [],
  ul: [],
  ol: [],
  li: [],
  strong: [],
  em: [],
  b: [],
  i: [],
  u: [],
  blockquote: [],
  figure: [],
  figcaption: [],
  span: [],
  sup: [],
  sub: [],
  table: [],
  thead: [],
  tbody: [],
  tr: [],
  th: ['colspan', 'rowspan'],
  td: ['colspan', 'rowspan'],
  a: ['href', 'title'],
  img: ['src', 'alt', 'width', 'height'],
};

const whiteList = Object.fromEntries(
  Object.entries(allowedHtml).map(([tag, attributes]) => [tag, [...attributes]]),
);
const voids = new Set(['br', 'img']);
/** Elements whose words are no words for readers. */
const silent = /<(script|style|textarea|title)\b[^]*?(?:<\/\1\s*>|$)/gi;

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"' };
const decoded = (text: string): string =>
  text.replace(/&(amp|lt|gt|quot);/g, (_all, name: string) => entities[name] ?? '');

/** An address that leads somewhere by http, mail or telephone, or within this site; anything else
 * is nothing. */
function addressOf(value: string): string {
  const address = decoded(friendlyAttrValue(value)).trim();
  const isRelative = !/^[\\/]{2}/.test(address) && !/^[^/?#]*:/.test(address);
  return isRelative || /^(?:https?:\/\/|mailto:|tel:)/i.test(address)
    ? address.replaceAll('&', '&amp;')
    : '';
}

function attributeOf(tag: string, name: string, value: string): string {
  if (!allowedHtml[tag]?.includes(name)) return '';
  const isAddress = name === 'href' || name === 'src';
  const safe = escapeAttrValue(isAddress ? addressOf(value) : value);
  return safe === '' && isAddress ? '' : `${name}="${safe}"`;
}

/** A text of the editors as it may be stored and as it may be shown. The server cleans when it
 * writes and when it answers, pages when they show: one list, one library, so that a text that
 * came in some other way runs nowhere. Clean texts stay as they are. */
export function cleanHtml(html: string): string {
  const open: string[] = [];
  const close = (from: number) =>
    open
      .splice(from)
      .reverse()
      .map((tag) => `</${tag}>`)
      .join('');
  const filter = new FilterXSS({
    whiteList,
    css: false,
    stripIgnoreTag: true,
    onTagAttr: (tag, name, value) => attributeOf(tag, name, value),
    onTag: (tag, _source, { isClosing, isWhite }) => {
      if (!isWhite) return undefined;
      if (isClosing) return open.includes(tag) ? close(open.lastIndexOf(tag)) : '';
      if (!voids.has(tag)) open.push(tag);
      return undefined;
    },
  });
  return filter.process(html.replace(silent, '')) + close(0);
}
