import type { Db } from '../../platform/database/database.ts';
import {
  insertBanners,
  insertBlocks,
  insertCourse,
  insertPackage,
  insertPartners,
  insertResources,
  insertTeachers,
  type NewCourse,
} from '../../content/catalogue/write/catalogue.write.ts';
import { writeArticles } from '../../content/help/help.write.ts';
import { insertNews } from '../../content/news/news.write.ts';
import { insertSearches } from '../../content/search/record.store.ts';
import { courses } from '@cme/sample/courses';
import { banners, partners } from '@cme/sample/home';
import { sampleId } from '@cme/sample/ids';
import { helpGroups } from '@cme/sample/help';
import { toMoment } from '@cme/sample/moments';
import { news } from '@cme/sample/news';
import { packages } from '@cme/sample/packages';
import type { SampleCourse, SiteKey } from '@cme/sample/shapes';
import { sites } from '@cme/sample/sites';
import { teachers } from '@cme/sample/teachers';

/** Recent searches: the word, and the number of recent days with it. */
const hotWords = [
  ['心肺复苏', 6],
  ['护理', 5],
  ['高血压', 4],
  ['手卫生', 3],
  ['糖尿病', 2],
] as const;

const siteIds = new Map(sites.map(({ key, site_id }) => [key, site_id]));
const getSiteId = (key: SiteKey) => siteIds.get(key) ?? key;

/** All public content: teachers, courses, news and the blocks of the home pages. */
export async function insertSampleContent(db: Db, now: Date): Promise<void> {
  await insertTeachers(
    db,
    teachers.map(({ site: _, ...row }) => row),
  );
  for (const course of courses) {
    await insertResources(db, getResources(course));
    await insertCourse(db, courseRows(course, now));
  }
  for (const {
    id,
    key: _,
    site,
    teachers: people,
    courses: parts,
    publish,
    start,
    end,
    recommended,
    sort,
    ...row
  } of packages) {
    await insertPackage(db, {
      content: {
        ...row,
        content_id: id,
        status: 'on',
        publish_at: toMoment(publish, now),
        start_at: toMoment(start, now),
        end_at: toMoment(end, now),
      },
      courses: parts.map((contentId) => ({ content_id: contentId })),
      teachers: people,
      sites: [{ site_id: getSiteId(site), sort, recommended }],
    });
  }
  await insertNews(
    db,
    news.map(({ site, publish, ...row }) => ({
      ...row,
      site_id: getSiteId(site),
      publish_at: toMoment(publish, now),
    })),
  );
  await insertSearches(
    db,
    sites.flatMap(({ site_id }) =>
      hotWords.flatMap(([word, days]) =>
        Array.from({ length: days }, (_, past) => ({
          site_id,
          word,
          at: new Date(now.getTime() - past * 86_400_000),
        })),
      ),
    ),
  );
  await insertSampleHelp(db, now);
  await insertBanners(
    db,
    banners.map(({ site, ...row }, sort) => ({ ...row, site_id: getSiteId(site), sort })),
  );
  await insertPartners(
    db,
    partners.map(({ site, ...row }, sort) => ({
      ...row,
      id: sampleId('partner', site, row.name),
      site_id: getSiteId(site),
      sort,
    })),
  );
  await insertBlocks(
    db,
    sites.flatMap(({ site_id, blocks = [] }) => blocks.map((block) => ({ site_id, ...block }))),
  );
}

const trialSeconds = 30;

async function insertSampleHelp(db: Db, now: Date): Promise<void> {
  const articles = helpGroups.flatMap(({ book, key, title, articles: list }) =>
    list.map((article) => ({ ...article, book, group_key: key, group_title: title })),
  );
  await writeArticles(
    db,
    articles.map((article, sort) => ({
      ...article,
      sort,
      updated_at: toMoment({ daysAgo: 3 + (sort % 20) }, now),
    })),
    sites.map(({ site_id }) => site_id),
  );
}

const resourceId = (media: string) => sampleId('resource', media);
const getSections = (course: SampleCourse) =>
  course.chapters.flatMap(({ chapter_id, sections }) =>
    sections.map((section) => ({ ...section, chapter_id })),
  );

const getResources = (course: SampleCourse) =>
  getSections(course).flatMap(({ media, seconds }) =>
    media
      ? [{ resource_id: resourceId(media), kind: 'video' as const, folder: media, seconds }]
      : [],
  );

function courseRows(course: SampleCourse, now: Date): NewCourse {
  const {
    id,
    key: _,
    site,
    teachers: people,
    chapters,
    publish,
    start,
    end,
    recommended,
    sort,
    ...row
  } = course;
  return {
    content: {
      ...row,
      content_id: id,
      status: 'on',
      publish_at: toMoment(publish, now),
      start_at: toMoment(start, now),
      end_at: toMoment(end, now),
    },
    chapters: chapters.map(({ chapter_id, title }, index) => ({
      chapter_id,
      content_id: id,
      title,
      sort: index,
    })),
    sections: getSections(course).map(
      ({ section_id, chapter_id, title, type, seconds, required, media }, index) => ({
        section_id,
        chapter_id,
        content_id: id,
        title,
        type,
        seconds,
        required,
        sort: index,
        resource_id: media ? resourceId(media) : null,
        // The first section of a paid course has a trial.
        try_seconds:
          media && course.is_free === 'N' && index === 0 && seconds > trialSeconds
            ? trialSeconds
            : 0,
      }),
    ),
    teachers: people,
    sites: [{ site_id: getSiteId(site), sort, recommended }],
  };
}
