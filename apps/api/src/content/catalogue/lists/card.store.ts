import { mostWhole } from '@cme/contract/base';
import type { ContentCard } from '@cme/contract/content';
import { and, eq, inArray, sql, type SQL } from 'drizzle-orm';
import type { Db } from '../../../platform/database/database.ts';
import { statement } from '../../../platform/database/statement.ts';
import type { Content } from '../catalogue.store.ts';
import { content, siteContent } from '../catalogue.tables.ts';
import { maskOf, toMasks } from './facets.rules.ts';
import { toListed, isOfferedAt, offeredText } from './listing.store.ts';

/** The stored card with this site's count. */
const cardText = sql<string>`'{"study_count":' || ${siteContent.study_count} || ',' || substr(${content.card}, 2)`;
const listedCard = `'{"study_count":' || l.study_count || ',' || substr(c.card, 2) as card`;

// Matches the indexes including their nulls order; otherwise they are not used.
const byPublish = 'l.publish_at desc nulls last, l.content_id';
const byStudy = 'l.study_count desc nulls last, l.content_id';

/** Each sort order has an index of `content_listing`. */
const blocks = {
  recommend: { where: `l.place < ${mostWhole}`, order: `l.place, ${byPublish}` },
  hot: { where: 'true', order: byStudy },
  free: { where: `l.price_kind & ${maskOf('price_kind', 'free')} <> 0`, order: byStudy },
  expense: { where: `l.price_kind & ${maskOf('price_kind', 'paid')} <> 0`, order: byStudy },
  newCourse: { where: 'true', order: byPublish },
};
type Block = keyof typeof blocks;

const createBlockStatement = (block: Block) =>
  statement<{ card: string }>(
    `home_${block}`,
    `select ${listedCard} from (select s.*, row_number() over () as at from (
      select l.content_id, l.study_count from content_listing l
      where ${offeredText} and ${blocks[block].where} order by ${blocks[block].order} limit $3) s) l
    join content c on c.content_id = l.content_id order by l.at`,
  );
const lists = Object.fromEntries(
  Object.keys(blocks).map((block) => [block, createBlockStatement(block as Block)]),
) as Record<Block, ReturnType<typeof createBlockStatement>>;

/** Up to `size` cards of a home block. */
export async function blockCards(
  db: Db,
  siteId: string,
  block: Block,
  now: Date,
  size: number,
): Promise<string[]> {
  const rows = await lists[block](db, [siteId, now.toISOString(), size]);
  return rows.map(({ card }) => card);
}

/** How many of the most popular contents of the same discipline and profession are compared. */
const mostCompared = 100;

/** Related contents of the same subject kind, those of the same discipline or profession first. */
export async function relatedCards(
  db: Db,
  siteId: string,
  to: Content,
  now: Date,
  size: number,
): Promise<string[]> {
  const { discipline } = toListed(to);
  const kind = maskOf('subject_kind', to.subject_kind === 'public' ? 'public' : 'pro');
  const group = Math.floor(discipline / 10_000) * 10_000;
  const here = sql`${isOfferedAt(siteId, now)} and l.content_id <> ${to.content_id} and l.subject_kind & ${kind}::int <> 0`;
  const some = (where: SQL) =>
    sql`(select l.* from content_listing l where ${here} and ${where} order by ${sql.raw(byStudy)} limit ${mostCompared})`;
  const shared = sql`case when l.discipline = ${discipline} then 3 when l.discipline / 100 = ${Math.floor(discipline / 100)} then 2 when l.discipline / 10000 = ${group / 10_000} then 1 else 0 end
    + case when l.series & ${toMasks(to).series}::bigint <> 0 then 1 else 0 end`;
  const { rows } = await db.execute<{ card: string }>(
    sql`select ${sql.raw(listedCard)} from (
      ${some(sql`l.discipline between ${group} and ${group + 9999}`)} union ${some(sql`true`)}) l
      join content c on c.content_id = l.content_id
      order by ${shared} desc, l.study_count desc, l.content_id limit ${size}`,
  );
  return rows.map(({ card }) => card);
}

export const parseCard = (text: string): ContentCard => JSON.parse(text) as ContentCard;

/** Cards of these contents on this site by content id, whatever their state. */
export async function cardsById(
  db: Db,
  siteId: string,
  ids: string[],
): Promise<Map<string, ContentCard>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .select({ card: cardText })
    .from(siteContent)
    .innerJoin(content, eq(content.content_id, siteContent.content_id))
    .where(and(eq(siteContent.site_id, siteId), inArray(siteContent.content_id, ids)));
  return new Map(rows.map(({ card }) => parseCard(card)).map((card) => [card.id, card]));
}
