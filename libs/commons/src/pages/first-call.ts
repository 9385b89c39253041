import { type BodyOf, type Call, wirePath } from '@cme/contract/base';
import type { FieldValue, FirstCall } from '@cme/contract/site/pages';

type Filled = Exclude<FieldValue, string>;
type Fields<Body> = { [Name in keyof Body]: Body[Name] | Filled };
type More = Pick<FirstCall, 'opens' | 'when' | 'next'>;

/** A part of the page's path: of `/player/:course_id/play`, `part('course_id')`. */
export const part = (name: string): Filled => ({ part: name });

/** A parameter of the page's query; without it a field of the answer before, if one is named. */
export const queryOr = (name: string, field?: string): Filled => ({
  query: name,
  ...(field && { field }),
});

/** A call that a page makes at once. One that the page does not make after all is merely wasted. */
export const firstCall = <C extends Call>(
  { path, access }: C,
  body: Fields<BodyOf<C> & object>,
  more: More = {},
): FirstCall => ({
  path: wirePath(path),
  access,
  body: Object.fromEntries(Object.entries(body).map(([name, value]) => [name, toValue(value)])),
  ...more,
});

const toValue = (value: unknown): FieldValue =>
  typeof value === 'object' ? (value as Filled) : String(value);
