import * as z from 'zod/mini';
import { call } from '../base/call.ts';
import { ContentCard } from './content.ts';
import { Count, Flag, Id, Nothing, Time } from '../base/fields.ts';
import { LiveCard } from '../study/live.ts';

export const NewsRow = z.object({
  id: Id,
  type: z.string(),
  title: z.string(),
  publish_at: Time,
  top: Flag,
});
export const Partner = z.object({ name: z.string(), logo: z.string(), url: z.string() });
export const Banner = z.object({
  id: Id,
  title: z.string(),
  text: z.string(),
  image: z.string(),
  link: z.string(),
});

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
    /** Running ones first, then the next to begin, then replays. */
    live: z._default(z.array(LiveCard), []),
    /** 专项培训: the landing pages of special training classes. */
    special: z._default(z.array(Banner), []),
    notices: z.array(NewsRow),
    regulations: z.array(NewsRow),
    partner: z.array(Partner),
    footer: z.array(z.object({ title: z.string(), url: z.string() })),
    /** What this year asks of everybody, for the rings of who is not signed in; absent where the
     * site has no such rule. */
    year_need: z.optional(
      z.object({ year: Count, need_hours: z.number(), need_credits: z.number() }),
    ),
    /** The site's blocks in their order; a title that is empty is the usual one. Absent from older
     * servers. */
    blocks: z.optional(z.array(z.object({ kind: z.string(), title: z.string() }))),
    /** `learner`: how often the site's courses were taken up. */
    counts: z.object({ course: Count, learner: Count, teacher: Count }),
  }),
});

const Cards = z.object({ list: z.array(ContentCard) });
export const homeRecommend = call({
  path: '/qm/api/home/recommend',
  access: 'open',
  body: Nothing,
  data: Cards,
});
export const homeHot = call({
  path: '/qm/api/home/hot',
  access: 'open',
  body: Nothing,
  data: Cards,
});
export const homeFree = call({
  path: '/qm/api/home/free',
  access: 'open',
  body: Nothing,
  data: Cards,
});
export const homeExpense = call({
  path: '/qm/api/home/expense',
  access: 'open',
  body: Nothing,
  data: Cards,
});
export const homeNewCourse = call({
  path: '/qm/api/home/new_course',
  access: 'open',
  body: Nothing,
  data: Cards,
});
export const homePartner = call({
  path: '/qm/api/home/partner',
  access: 'open',
  body: Nothing,
  data: z.object({ list: z.array(Partner) }),
});
export const homeFooter = call({
  path: '/qm/api/home/footer',
  access: 'open',
  body: Nothing,
  data: z.object({ list: z.array(z.object({ title: z.string(), url: z.string() })) }),
});
