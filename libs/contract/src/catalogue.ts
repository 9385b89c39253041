import * as z from 'zod/mini';
import { call } from './call.ts';
import { Count, Flag, Id, Nothing, Page, PageSize, pageOf, Time, Yuan } from './fields.ts';

/** What the main button of an object does, decided by the server:
 * `join` free and not owned · `buy` paid and not owned · `study` owned, not begun · `continue` · `review` completed ·
 * `closed` not open or expired · `none`. */
export const Action = z.enum(['join', 'buy', 'study', 'continue', 'review', 'closed', 'none']);
export type Action = z.infer<typeof Action>;

/** The signed-in learner's own state in a course; absent when not enrolled or signed out. */
export const MyLearning = z.object({
  learning_id: Id,
  learn_status: z.string(),
  /** Whole percent, 0 to 100. */
  progress: z.number(),
});

export type MyLearning = z.infer<typeof MyLearning>;

/** A course, package or other content as a card shows it. */
export const ContentCard = z.object({
  content_type: z.string(),
  id: Id,
  title: z.string(),
  subtitle: z.string(),
  cover: z.string(),
  subject_kind: z.string(),
  year: z.number(),
  project_level: z.string(),
  series_codes: z.array(z.string()),
  levels: z.array(z.string()),
  hours: z.number(),
  credits: z.number(),
  credit_type: z.string(),
  price: Yuan,
  is_free: Flag,
  teacher_name: z.string(),
  teacher_unit: z.string(),
  study_count: z.number(),
  section_count: z.number(),
});
export type ContentCard = z.infer<typeof ContentCard>;

/** Filters of every catalogue page; an empty string means all. The same schema parses the page's address. */
export const ContentFilters = z.object({
  subject_kind: z._default(z.enum(['public', 'pro', '']), ''),
  series: z._default(z.string().check(z.maxLength(2)), ''),
  level: z._default(z.enum(['A', 'B', 'C', 'D', '']), ''),
  post_type: z._default(z.enum(['E', 'M', 'A', '']), ''),
  price_kind: z._default(z.enum(['free', 'paid', '']), ''),
  sort: z._default(z.enum(['new', 'hot', 'credit', 'price']), 'new'),
  keyword: z._default(z.string().check(z.trim(), z.maxLength(100)), ''),
});
export type ContentFilters = z.infer<typeof ContentFilters>;

export const contentList = call({
  path: '/qm/api/content/list',
  access: 'open',
  body: z.extend(ContentFilters, { page: Page, page_size: PageSize }),
  data: pageOf(ContentCard),
});

export const Teacher = z.object({ teacher_id: Id, name: z.string(), title: z.string(), unit: z.string(), photo: z.string(), intro: z.string(), role: z.string() });
export type Teacher = z.infer<typeof Teacher>;

export const CatalogueSection = z.object({
  section_id: Id,
  title: z.string(),
  type: z.string(),
  seconds: z.number(),
  required: Flag,
  /** `locked`, `not_started`, `studying`, `finished`; empty when signed out or not enrolled. */
  section_status: z.string(),
});
export type CatalogueSection = z.infer<typeof CatalogueSection>;
export const CatalogueChapter = z.object({ chapter_id: Id, title: z.string(), sections: z.array(CatalogueSection) });
export type CatalogueChapter = z.infer<typeof CatalogueChapter>;

export const ContentDetail = z.extend(ContentCard, {
  summary: z.string(),
  detail_html: z.string(),
  project_no: z.string(),
  leader: z.string(),
  source_unit: z.string(),
  start_at: Time,
  end_at: Time,
  study_days: z.number(),
  sequential: Flag,
  discipline: z.array(z.string()),
  tags: z.array(z.string()),
  score_avg: z.number(),
  appraise_count: z.number(),
  resource_count: z.number(),
  action: Action,
  my_learning: z.optional(MyLearning),
});
export type ContentDetail = z.infer<typeof ContentDetail>;

const Ref = z.object({ content_type: z._default(z.string(), 'C'), id: Id });

/** Anybody may read a course; `action` and `my_learning` depend on who asks. A course of another site is not found. */
export const contentDetail = call({ path: '/qm/api/content/detail', access: 'open', body: Ref, data: ContentDetail });
export const contentCatalog = call({ path: '/qm/api/content/catalog', access: 'open', body: Ref, data: z.object({ chapters: z.array(CatalogueChapter) }) });
export const contentTeachers = call({ path: '/qm/api/content/teachers', access: 'open', body: Ref, data: z.object({ list: z.array(Teacher) }) });
export const contentRelated = call({ path: '/qm/api/content/related', access: 'open', body: Ref, data: z.object({ list: z.array(ContentCard) }) });

/** The courses of a package. `share` is what the course adds to the package's price; the shares of courses that the learner owns are taken off. */
export const PackageCourse = z.object({ course: ContentCard, required: Flag, share: Yuan, owned: Flag, my_learning: z.optional(MyLearning) });
export type PackageCourse = z.infer<typeof PackageCourse>;

/** A package (P) as it is sold. `pay` is what this learner would pay now. */
export const packageDetail = call({
  path: '/qm/api/package/detail',
  access: 'open',
  body: z.object({ id: Id }),
  data: z.extend(ContentDetail, { courses: z.array(PackageCourse), pay: Yuan, saved: Yuan }),
});

/** The page's parts in one answer for the rendered item page: nothing is fetched twice. */
export const courseDetailCount = call({
  path: '/qm/api/course/detail_count',
  access: 'open',
  body: Ref,
  data: z.object({ appraiseCount: z.number(), noteCount: z.number(), resourceCount: z.number(), homeworkCount: z.number() }),
});

export const NewsRow = z.object({ id: Id, type: z.string(), title: z.string(), publish_at: Time, top: Flag });
export const Partner = z.object({ name: z.string(), logo: z.string(), url: z.string() });
export const Banner = z.object({ id: Id, title: z.string(), text: z.string(), image: z.string(), link: z.string() });

/** All blocks of the home page; an empty list hides its block. */
export const homeIndex = call({
  path: '/qm/api/home/index',
  access: 'open',
  body: Nothing,
  data: z.object({
    banner: z.array(Banner),
    recommend: z.array(ContentCard),
    hot: z.array(ContentCard),
    free: z.array(ContentCard),
    expense: z.array(ContentCard),
    newCourse: z.array(ContentCard),
    notices: z.array(NewsRow),
    regulations: z.array(NewsRow),
    partner: z.array(Partner),
    footer: z.array(z.object({ title: z.string(), url: z.string() })),
    /** `learner`: how often the site's courses were taken up. */
    counts: z.object({ course: Count, learner: Count, teacher: Count }),
  }),
});

const Cards = z.object({ list: z.array(ContentCard) });
export const homeRecommend = call({ path: '/qm/api/home/recommend', access: 'open', body: Nothing, data: Cards });
export const homeHot = call({ path: '/qm/api/home/hot', access: 'open', body: Nothing, data: Cards });
export const homeFree = call({ path: '/qm/api/home/free', access: 'open', body: Nothing, data: Cards });
export const homeExpense = call({ path: '/qm/api/home/expense', access: 'open', body: Nothing, data: Cards });
export const homeNewCourse = call({ path: '/qm/api/home/new_course', access: 'open', body: Nothing, data: Cards });
export const homePartner = call({ path: '/qm/api/home/partner', access: 'open', body: Nothing, data: z.object({ list: z.array(Partner) }) });
export const homeFooter = call({ path: '/qm/api/home/footer', access: 'open', body: Nothing, data: z.object({ list: z.array(z.object({ title: z.string(), url: z.string() })) }) });
