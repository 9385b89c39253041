import {
  type ContentCard,
  type LiveCard,
  homeExpense,
  homeFooter,
  homeFree,
  homeHot,
  homeIndex,
  homeNewCourse,
  homePartner,
  homeRecommend,
} from '@cme/contract/content';
import type { FastifyInstance } from 'fastify';
import { answer } from '../../platform/http/answer.ts';
import type { Db } from '../../platform/database/database.ts';
import type { AppContext } from '../../platform/context/context.ts';
import { formatTime } from '../../platform/http/format-time.ts';
import { readYearRules } from '../../credits/credits/credits.store.ts';
import { pickRule } from '../../credits/credits/pick-rule.rules.ts';
import type { Site } from '../../platform/sites/site.store.ts';
import { liveStatusAt, liveStatusName } from '../../study/live/live.rules.ts';
import { listLives } from '../../study/live/live.store.ts';
import { readEmptyPaths } from './empty-paths.store.ts';
import { specials } from './specials.rules.ts';
import { readMenus } from '../../platform/sites/site.store.ts';
import { blockCards, parseCard, cardsById } from '../../content/catalogue/lists/card.store.ts';
import {
  type BlockChoice,
  type BlockKind,
  homeBlockKinds,
  type HomeBlockKind,
  arrangeBlocks,
} from '../../content/catalogue/home-blocks.rules.ts';
import {
  countCatalogue,
  readBanners,
  readBlocks,
  readPartners,
} from '../../content/catalogue/home/home.store.ts';
import { readNews } from '../../content/news/news.store.ts';

const newsShown = 6;
const livesShown = 4;

export function registerHome(app: FastifyInstance, context: AppContext): void {
  answer(app, context, homeIndex, ({ site, db }) => readIndex(db, site, context.now()), {
    sharedForMs: context.settings.listCacheMs,
  });
  const single = {
    recommend: homeRecommend,
    hot: homeHot,
    free: homeFree,
    expense: homeExpense,
    newCourse: homeNewCourse,
  };
  for (const kind of homeBlockKinds) {
    answer(app, context, single[kind], async ({ site, db }) => ({
      list: (
        await readBlockCards(
          db,
          site.site_id,
          arrangeBlocks(await readBlocks(db, site.site_id)),
          context.now(),
        )
      )[kind],
    }));
  }
  answer(app, context, homePartner, async ({ site, db }) => ({
    list: await readPartners(db, site.site_id),
  }));
  answer(app, context, homeFooter, ({ site }) => ({ list: site.links }));
}

async function readIndex(db: Db, site: Site, now: Date) {
  const id = site.site_id;
  const row = ({ publish_at, ...rest }: Awaited<ReturnType<typeof readNews>>[number]) => ({
    ...rest,
    publish_at: formatTime(publish_at),
  });
  const blocks = arrangeBlocks(await readBlocks(db, id));
  const has = (kind: BlockKind) => blocks.some((block) => block.kind === kind);
  const readNewsBlock = async (type: 'B' | 'N') =>
    has('news') ? readNews(db, id, { type, size: newsShown }, now) : [];
  const [banners, cards, notices, regulations, partners, counts] = await Promise.all([
    has('banner') ? readBanners(db, id) : [],
    readBlockCards(db, id, blocks, now),
    readNewsBlock('B'),
    readNewsBlock('N'),
    has('partner') ? readPartners(db, id) : [],
    countCatalogue(db, id, now),
  ]);
  const lives = blocks.find(({ kind }) => kind === 'live');
  const year_need = await readYearNeed(db, id, now);
  return {
    banner: banners,
    ...cards,
    live: lives ? await readLiveCards(db, id, now, Math.min(lives.size, livesShown)) : [],
    special: has('class') ? await readSpecials(db, id) : [],
    notices: notices.map(row),
    regulations: regulations.map(row),
    partner: partners,
    footer: site.links,
    blocks: blocks.map(({ kind, title }) => ({ kind, title })),
    counts: { course: counts.course, learner: counts.learner, teacher: counts.teacher },
    ...(year_need ? { year_need } : {}),
  };
}

/** Running and upcoming first, then replays. */
async function readLiveCards(db: Db, siteId: string, now: Date, size: number): Promise<LiveCard[]> {
  const lives = await listLives(db, siteId, now, size);
  const cards = await cardsById(
    db,
    siteId,
    lives.map(({ content_id }) => content_id),
  );
  return lives.flatMap((live) => {
    const content = cards.get(live.content_id);
    const live_status = liveStatusAt(live, now);
    return content
      ? [
          {
            content,
            live_status,
            live_status_name: liveStatusName(live_status, live, now),
            begin_ms: live.begin_at.getTime(),
          },
        ]
      : [];
  });
}

async function readSpecials(db: Db, siteId: string) {
  const menus = (await readMenus(db, siteId)).filter(({ show_on }) => show_on === 'pc');
  const empty = await readEmptyPaths(db, siteId);
  return menus.flatMap(({ title, path }) => {
    const special = specials[path];
    return special && !empty.has(path)
      ? [{ id: path.slice(1), title, link: path, ...special }]
      : [];
  });
}

/** The annual requirement for an unknown person. */
async function readYearNeed(db: Db, siteId: string, now: Date) {
  const year = Number(formatTime(now).slice(0, 4));
  const rule = pickRule(await readYearRules(db, siteId, year), {
    series_code: '',
    level: '',
    area_id: '',
    unit_ids: [],
    verified: [],
  });
  return rule && { year, need_hours: rule.need_hours, need_credits: rule.need_credits };
}

/** The course blocks; a disabled one is empty. */
async function readBlockCards(
  db: Db,
  siteId: string,
  blocks: readonly BlockChoice[],
  now: Date,
): Promise<Record<HomeBlockKind, ContentCard[]>> {
  const sizes = new Map<string, number>(blocks.map(({ kind, size }) => [kind, size]));
  const filled = await Promise.all(
    homeBlockKinds.map(async (kind) => {
      const size = sizes.get(kind) ?? 0;
      return [
        kind,
        size > 0 ? (await blockCards(db, siteId, kind, now, size)).map(parseCard) : [],
      ] as const;
    }),
  );
  return Object.fromEntries(filled) as Record<HomeBlockKind, ContentCard[]>;
}
