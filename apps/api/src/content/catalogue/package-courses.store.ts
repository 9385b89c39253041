import { asc, eq, inArray } from 'drizzle-orm';
import type { Db } from '../../platform/database/database.ts';
import { content, packageItem } from './catalogue.tables.ts';

export interface PackageCourse {
  content_id: string;
  price_fen: number;
  required: 'Y' | 'N';
}

/** The courses of these packages, in order, by package id. */
export async function packageCourses(
  db: Db,
  packageIds: string[],
): Promise<Map<string, PackageCourse[]>> {
  const coursesByPackage = new Map<string, PackageCourse[]>(packageIds.map((id) => [id, []]));
  if (packageIds.length === 0) return coursesByPackage;
  const rows = await db
    .select({
      package_id: packageItem.package_id,
      content_id: content.content_id,
      price_fen: content.price_fen,
      required: packageItem.required,
    })
    .from(packageItem)
    .innerJoin(content, eq(content.content_id, packageItem.content_id))
    .where(inArray(packageItem.package_id, packageIds))
    .orderBy(asc(packageItem.sort), asc(content.content_id));
  for (const { package_id, ...course } of rows) coursesByPackage.get(package_id)?.push(course);
  return coursesByPackage;
}
