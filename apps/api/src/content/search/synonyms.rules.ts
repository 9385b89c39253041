import { normalizeText } from './fold.rules.ts';
import file from './synonyms.json' with { type: 'json' };

/** Names of the same thing: a search for one also finds the others. */
export type Synonyms = readonly (readonly string[])[];

/** The synonyms of the trade, the same in every installation. */
export const tradeSynonyms: Synonyms = file.synonyms.map((line) =>
  line.split(' ').map(normalizeText),
);

const isLatin = (name: string): boolean => /^[a-z\d]+$/.test(name);
const forms = new Map<string, RegExp>();
function toForm(name: string): RegExp {
  let form = forms.get(name);
  if (!form) {
    form = new RegExp(`(?<![a-z\\d])${name}(?![a-z\\d])`, 'gu');
    forms.set(name, form);
  }
  form.lastIndex = 0;
  return form;
}

/** Where a name stands in a normalised text; Latin ones as a whole only: no `ct` in `doctor`. */
export function findName(text: string, name: string): number[] {
  if (isLatin(name)) return Array.from(text.matchAll(toForm(name)), ({ index }) => index);
  const places: number[] = [];
  for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + name.length))
    places.push(at);
  return places;
}

const stands = (text: string, name: string): boolean =>
  text.includes(name) && (!isLatin(name) || toForm(name).test(text));

/** A normalised text with synonyms of its words. */
export function withSynonyms(text: string, synonyms: Synonyms = tradeSynonyms): string {
  const form = normalizeText(text);
  const more = synonyms.filter((names) => names.some((name) => stands(form, name))).flat();
  return [form, ...new Set(more)].join('\n');
}

/** The other names of a normalised word. */
export const otherNames = (word: string, synonyms: Synonyms): string[] => [
  ...new Set(synonyms.filter((names) => names.includes(word)).flat()),
];
