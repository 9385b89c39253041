import { ulid } from 'ulid';
import {
  insertCourse,
  insertResources,
} from '../../src/content/catalogue/write/catalogue.write.ts';
import type { AppContext } from '../../src/platform/context/context.ts';
import { mainSite } from './study.ts';

/** Paid courses of the main site, at most this many. */
export async function makePaidCourses(
  { db }: AppContext,
  count: number,
  priceFen = 6800,
): Promise<{ id: string; price: string }[]> {
  const created: { id: string; price: string }[] = [];
  for (let index = 0; index < count; index += 1) {
    const content_id = ulid();
    const chapter_id = ulid();
    const resource_id = ulid();
    await insertResources(db, [{ resource_id, kind: 'video', folder: 'sample', seconds: 60 }]);
    await insertCourse(db, {
      content: {
        content_id,
        title: `bench ${index}`,
        year: 2026,
        is_free: 'N',
        price_fen: priceFen,
        status: 'on',
        publish_at: new Date(0),
        start_at: new Date(0),
        end_at: new Date('2099-01-01'),
      },
      chapters: [{ chapter_id, content_id, title: '1', sort: 0 }],
      sections: [
        {
          section_id: ulid(),
          content_id,
          chapter_id,
          title: '1',
          sort: 0,
          resource_id,
          check_plan: [],
        },
      ],
      teachers: [],
      sites: [{ site_id: mainSite }],
    });
    created.push({ id: content_id, price: (priceFen / 100).toFixed(2) });
  }
  return created;
}
