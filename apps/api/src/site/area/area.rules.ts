import type { Area } from '@cme/contract/site';
import divisionsFile from './divisions.json' with { type: 'json' };

/** The parent code is a prefix: 2 digits province, 2 city, 2 county. */
const ancestors = (id: string) =>
  id.endsWith('0000') ? '' : id.endsWith('00') ? `${id.slice(0, 2)}0000` : `${id.slice(0, 4)}00`;

const areas: Area[] = divisionsFile.divisions.flatMap((province) =>
  Object.entries(province).map(([id, name]) => ({ id, name, parent: ancestors(id) })),
);
const byId = new Map(areas.map((area) => [area.id, area]));
const byParent = Map.groupBy(areas, ({ parent }) => parent);

/** All divisions, parents before children. */
export const allAreas = (): Area[] => areas;

export const provinces = (): Area[] => byParent.get('') ?? [];

export const getChildren = (id: string): Area[] => byParent.get(id) ?? [];

/** The path from the province down to this division; empty for an unknown code. */
export function getAncestors(id: string): Area[] {
  const area = byId.get(id);
  return area ? [...getAncestors(area.parent), area] : [];
}

/** A county, or a city without counties: required for a person's area. */
export const isLeafArea = (id: string): boolean => byId.has(id) && !byParent.has(id);

/** Names from the province down, without placeholders (市辖区, 县, 省直辖县级行政区划): 湖北省仙桃市. */
export function areaName(id: string): string {
  return getAncestors(id)
    .filter(
      ({ id: code, name }) =>
        !(code.endsWith('00') && /^(市辖区|县|.*直辖县级行政区划)$/.test(name)),
    )
    .map(({ name }) => name)
    .join('');
}
