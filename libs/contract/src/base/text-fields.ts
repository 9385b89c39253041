import * as z from 'zod/mini';
import { emptyOr } from './fields.ts';
import {
  countCharacters,
  plainCode,
  plainEmail,
  plainLine,
  readNumber,
  tooLong,
} from './typed-text.ts';

const isNotEmpty = (value: string) => value !== '';
/** Says how long the text may be and how long it is. */
const atMost = (most: number) =>
  z.maxLength(most, { error: ({ input }) => tooLong(most, countCharacters(String(input))) });

/** A line of text that may be empty. */
export const textLine = (most: number) => z.string().check(z.overwrite(plainLine), atMost(most));

/** A text of several lines that may be empty. */
export const longText = (most: number) => z.string().check(z.trim(), atMost(most));

/** The number of a card or paper, typed with any kind of dash and space. */
export const codeLine = (most: number, missing: string) =>
  z.string().check(z.overwrite(plainCode), z.refine(isNotEmpty, missing), atMost(most));

export const Email = z
  .string()
  .check(
    z.overwrite(plainEmail),
    z.regex(/^[^\s@]+@[^\s@]+\.[^\s@]+$/, emptyOr('请输入接收邮箱', '请输入正确的邮箱')),
    atMost(100),
  );

/** A number as typed, or as sent by a page that has read it. */
export const typedNumber = <Rule extends z.ZodMiniNumber>(rule: Rule) =>
  z.pipe(
    z.transform((value: unknown) => (typeof value === 'string' ? readNumber(value) : value)),
    rule,
  );
