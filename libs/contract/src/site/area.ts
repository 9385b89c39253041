import * as z from 'zod/mini';
import { call } from '../base/call.ts';

/** An administrative division (GB/T 2260); `parent` is the parent's code, empty for a province. */
export const Area = z.object({ id: z.string(), name: z.string(), parent: z.string() });
export type Area = z.infer<typeof Area>;

/**
 * Not rewritten to v5 and answered without the envelope, as `{ data: [...] }`. flag 1: provinces ·
 * 2: children of `parent` · 3: the path from the province down to `parent` · 4: everything down to
 * county level.
 */
export const areaSelection = call({
  path: '/qm/api/user/AreaSelection',
  access: 'public',
  repeatable: true,
  body: z.object({
    flag: z.enum(['1', '2', '3', '4']),
    parent: z.optional(z.string().check(z.maxLength(12))),
  }),
  data: z.array(Area),
});

export interface AreaNode {
  label: string;
  value: string;
  children?: AreaNode[];
}

/**
 * The list as a tree of label, value, children. A row with an unknown parent becomes a root; order
 * is kept.
 */
export function areaTree(areas: readonly Area[]): AreaNode[] {
  const nodes = new Map(areas.map(({ id, name }) => [id, { label: name, value: id } as AreaNode]));
  const roots: AreaNode[] = [];
  for (const { id, parent } of areas) {
    const node = nodes.get(id)!;
    const above = nodes.get(parent);
    if (above && above !== node) (above.children ??= []).push(node);
    else roots.push(node);
  }
  return roots;
}
