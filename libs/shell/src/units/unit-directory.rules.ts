import type { AreaNode } from '@cme/contract/site';
import type { UnitChoice } from '@cme/contract/person';

/** The path from the root to the area with this code; empty if there is none. */
export function findPath(tree: readonly AreaNode[], code: string): AreaNode[] {
  for (const node of tree) {
    if (node.value === code) return [node];
    const rest = findPath(node.children ?? [], code);
    if (rest.length > 0) return [node, ...rest];
  }
  return [];
}

export interface UnitBranch {
  unit: UnitChoice;
  below: UnitBranch[];
}

/** Builds the tree of units, in their order; units whose parent is not listed become roots. */
export function groupBranches(units: readonly UnitChoice[]): UnitBranch[] {
  const branches = new Map(units.map((unit) => [unit.unit_id, { unit, below: [] } as UnitBranch]));
  const topBranches: UnitBranch[] = [];
  for (const branch of branches.values()) {
    const above = branches.get(branch.unit.parent_id);
    if (above && above !== branch) above.below.push(branch);
    else topBranches.push(branch);
  }
  return topBranches;
}
