import * as z from 'zod/mini';
import { call } from '../base/call.ts';
import { ContentCard } from './content.ts';
import { Count, Flag, Id, Nothing, Time } from '../base/fields.ts';
import { LiveCard } from './live-card.ts';

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

/** All blocks of the home page; blocks with an empty list are hidden. */
export const homeIndex = call({
  path: '/qm/api/home/index',
  access: 'open',
  repeatable: true,
  body: Nothing,
  data: z.object({
    banner: z.array(Banner),
    recommend: z.array(ContentCard),
    hot: z.array(ContentCard),
    free: z.array(ContentCard),
    expense: z.array(ContentCard),
    newCourse: z.array(ContentCard),
    /** Running lives first, then upcoming ones, then replays. */
    live: z._default(z.array(LiveCard), []),
    /** 专项培训: the landing pages of special training classes. */
    special: z._default(z.array(Banner), []),
    notices: z.array(NewsRow),
    regulations: z.array(NewsRow),
    partner: z.array(Partner),
    footer: z.array(z.object({ title: z.string(), url: z.string() })),
    /**
     * This year's general requirement, for the rings of guests; absent where the site has no such
     * rule.
     */
    year_need: z.optional(
      z.object({ year: Count, need_hours: z.number(), need_credits: z.number() }),
    ),
    /** The site's blocks in order; an empty title means the default. Absent from older servers. */
    blocks: z.optional(z.array(z.object({ kind: z.string(), title: z.string() }))),
    /** `learner`: number of enrolments in the site's courses. */
    counts: z.object({ course: Count, learner: Count, teacher: Count }),
  }),
});

const Cards = z.object({ list: z.array(ContentCard) });
export const homeRecommend = call({
  path: '/qm/api/home/recommend',
  access: 'open',
  repeatable: true,
  body: Nothing,
  data: Cards,
});
export const homeHot = call({
  path: '/qm/api/home/hot',
  access: 'open',
  repeatable: true,
  body: Nothing,
  data: Cards,
});
export const homeFree = call({
  path: '/qm/api/home/free',
  access: 'open',
  repeatable: true,
  body: Nothing,
  data: Cards,
});
export const homeExpense = call({
  path: '/qm/api/home/expense',
  access: 'open',
  repeatable: true,
  body: Nothing,
  data: Cards,
});
export const homeNewCourse = call({
  path: '/qm/api/home/new_course',
  access: 'open',
  repeatable: true,
  body: Nothing,
  data: Cards,
});
export const homePartner = call({
  path: '/qm/api/home/partner',
  access: 'open',
  repeatable: true,
  body: Nothing,
  data: z.object({ list: z.array(Partner) }),
});
export const homeFooter = call({
  path: '/qm/api/home/footer',
  access: 'open',
  repeatable: true,
  body: Nothing,
  data: z.object({ list: z.array(z.object({ title: z.string(), url: z.string() })) }),
});
