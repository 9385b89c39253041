import * as z from 'zod/mini';

/** Y/N flags as used on the wire. */
export const Flag = z.enum(['Y', 'N']);
export type Flag = z.infer<typeof Flag>;

/** An id made by the server (ULID), or a code such as an order code. */
export const Id = z.string().check(z.minLength(1), z.maxLength(64));

/** `C` a course, `P` a package … */
export const ContentType = z.string().check(z.maxLength(16));

/** `YYYY-MM-DD HH:mm:ss` in +08:00. */
export const Time = z.string();

/** A whole number that may arrive as text from a form body. */
export const Count = z.coerce.number().check(z.int());

/** Largest value of an integer column. */
export const mostWhole = 2_147_483_647;

/** A calendar year in a learner's request. */
export const Year = z.coerce
  .number()
  .check(z.int(), z.minimum(2000, '年度不正确'), z.maximum(2100, '年度不正确'));

/** Yuan as a decimal string with two places: `"98.00"`. */
export const Yuan = z.string().check(z.maxLength(20));

export const Page = z._default(Count.check(z.minimum(1), z.maximum(10_000)), 1);
export const PageSize = z._default(Count.check(z.minimum(1), z.maximum(100)), 10);

/** One page of a list; `total` counts all matching rows. */
export const pageOf = <Row extends z.ZodMiniType>(row: Row) =>
  z.object({ list: z.array(row), total: z.number(), page: z.number(), page_size: z.number() });

export const Nothing = z.object({});

/** Reports an empty field as empty, not as invalid. */
export const emptyOr = (empty: string, wrong: string) => ({
  error: ({ input }: { input?: unknown }) => (input === '' ? empty : wrong),
});
