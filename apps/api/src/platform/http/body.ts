import { isUtf8 } from 'node:buffer';
import { LRUCache } from 'lru-cache';
import { RefusalError } from './refusal.ts';

const unreadable = () =>
  new RefusalError(400, '提交的内容无法识别，请刷新页面后重试', 'bad_request');
const maxFields = 200;
/** Names that could pollute prototypes in a careless merge. */
const reserved = /(^|[.[\]])(__proto__|constructor|prototype)($|[.[\]])/;

/** Decodes UTF-8 without byte order mark and NUL, or refuses. */
export function decodeText(bytes: Buffer): string {
  if (!isUtf8(bytes)) throw unreadable();
  const text = bytes.toString('utf8');
  if (text.startsWith('\uFEFF') || text.includes('\0')) throw unreadable();
  return text;
}

/**
 * Parses a form body or query into a flat record. Ambiguous input is refused: duplicate names,
 * broken percent escapes, invalid UTF-8.
 */
export function parseForm(text: string): Readonly<Record<string, string>> {
  const fields = new Map<string, string>();
  if (text === '') return {};
  const pairs = text.split('&');
  if (pairs.length > maxFields) throw new RefusalError(400, '提交的字段过多', 'bad_request');
  for (const pair of pairs) {
    const cut = pair.indexOf('=');
    const name = decodePart(cut < 0 ? pair : pair.slice(0, cut));
    if (fields.has(name) || reserved.test(name)) throw unreadable();
    fields.set(name, decodePart(cut < 0 ? '' : pair.slice(cut + 1)));
  }
  return Object.fromEntries(fields);
}

const maxForms = 500;
const maxFormLength = 1000;

/**
 * Like `parseForm`, with a cache for forms that many people send identically: the same text returns
 * the same frozen record. The texts are kept, so never use it for bodies with secrets.
 */
export function createFormCache(): typeof parseForm {
  const forms = new LRUCache<string, Readonly<Record<string, string>>>({ max: maxForms });
  return (text) => {
    const cached = forms.get(text);
    if (cached) return cached;
    const form = Object.freeze(parseForm(text));
    if (text.length <= maxFormLength) forms.set(text, form);
    return form;
  };
}

function decodePart(part: string): string {
  if (/^[\w.~-]*$/.test(part)) return part;
  try {
    const text = decodeURIComponent(part.replaceAll('+', ' '));
    if (text.includes('\0')) throw unreadable();
    return text;
  } catch {
    throw unreadable();
  }
}

const deepest = 12;

/** Parses a JSON object, limited in depth and width, without reserved names. */
export function parseJson(text: string): Record<string, unknown> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw unreadable();
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw unreadable();
  inspect(value, 0);
  return { ...value };
}

function inspect(value: object, depth: number): void {
  if (depth > deepest) throw unreadable();
  const isList = Array.isArray(value);
  const keys = Object.keys(value);
  if (!isList && keys.length > maxFields)
    throw new RefusalError(400, '提交的字段过多', 'bad_request');
  for (const key of keys) {
    if (!isList && reserved.test(key)) throw unreadable();
    const inner: unknown = Reflect.get(value, key);
    if (typeof inner === 'object' && inner !== null) inspect(inner, depth + 1);
    else if (typeof inner === 'string' && inner.includes('\0')) throw unreadable();
  }
}
