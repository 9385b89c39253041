import xss from 'xss';

/** Node exposes only the library's default export, which has the others as properties. */
const { escapeAttrValue, FilterXSS, friendlyAttrValue } = xss as unknown as typeof import('xss');

/** Allowed elements and their attributes. Everything else is removed, but its text is kept. */
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
const voidElements = new Set(['br', 'img']);
/** Elements whose text is removed too. */
const removedElements = /<(script|style|textarea|title)\b[^]*?(?:<\/\1\s*>|$)/gi;

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"' };
const decodeEntities = (text: string): string =>
  text.replace(/&(amp|lt|gt|quot);/g, (_all, name: string) => entities[name] ?? '');

/** Returns http, mailto, tel and same-site addresses; an empty string for anything else. */
function toSafeAddress(value: string): string {
  const address = decodeEntities(friendlyAttrValue(value)).trim();
  const isRelative = !/^[\\/]{2}/.test(address) && !/^[^/?#]*:/.test(address);
  return isRelative || /^(?:https?:\/\/|mailto:|tel:)/i.test(address)
    ? address.replaceAll('&', '&amp;')
    : '';
}

function toSafeAttribute(tag: string, name: string, value: string): string {
  if (!allowedHtml[tag]?.includes(name)) return '';
  const isAddress = name === 'href' || name === 'src';
  const safe = escapeAttrValue(isAddress ? toSafeAddress(value) : value);
  return safe === '' && isAddress ? '' : `${name}="${safe}"`;
}

/**
 * Editor HTML that is safe to store and show. The server cleans on write and on answer, pages clean
 * on render, all with this function, so that HTML from any other source is harmless too.
 * Idempotent.
 */
export function cleanHtml(html: string): string {
  const openTags: string[] = [];
  const closeTags = (from: number) =>
    openTags
      .splice(from)
      .reverse()
      .map((tag) => `</${tag}>`)
      .join('');
  const filter = new FilterXSS({
    whiteList,
    css: false,
    stripIgnoreTag: true,
    onTagAttr: (tag, name, value) => toSafeAttribute(tag, name, value),
    onTag: (tag, _source, { isClosing, isWhite }) => {
      if (!isWhite) return undefined;
      if (isClosing) return openTags.includes(tag) ? closeTags(openTags.lastIndexOf(tag)) : '';
      if (!voidElements.has(tag)) openTags.push(tag);
      return undefined;
    },
  });
  return filter.process(html.replace(removedElements, '')) + closeTags(0);
}
