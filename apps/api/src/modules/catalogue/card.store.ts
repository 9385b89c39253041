import type { ContentCard } from '@cme/contract';
import { and, eq, inArray, sql } from 'drizzle-orm';
import type { Db } from '../../database/database.ts';
import type { Content } from './catalogue.store.ts';
import { content, siteContent } from './catalogue.tables.ts';

const placed = sql`${siteContent} join ${content} on ${content.content_id} = ${siteContent.content_id}`;
/** The stored card with this site's count in it. */
const cardText = sql<string>`'{"study_count":' || ${siteContent.study_count} || ',' || substr(${content.card}, 2)`;

const orders = {
  new: sql`${content.publish_at} desc, ${content.content_id}`,
  hot: sql`${siteContent.study_count} desc, ${content.content_id}`,
  recommended: sql`${siteContent.sort}, ${content.content_id}`,
};

const shownOn = (siteId: string, now: Date) =>
  sql`${siteContent.site_id} = ${siteId} and ${siteContent.shown} and ${content.status} = 'on' and ${content.end_at} > ${now.toISOString()}`;

/** Up to `size` cards of a home block. */
export async function blockCards(
  db: Db,
  siteId: string,
  block: keyof typeof blocks,
  now: Date,
  size: number,
): Promise<string[]> {
  const { where, order } = blocks[block];
  const { rows } = await db.execute<{ card: string }>(
    sql`select ${cardText} as card from ${placed} where ${shownOn(siteId, now)} and ${where} order by ${order} limit ${size}`,
  );
  return rows.map(({ card }) => card);
}

const blocks = {
  recommend: { where: sql`${siteContent.recommended}`, order: orders.recommended },
  hot: { where: sql`true`, order: orders.hot },
  free: { where: sql`${content.is_free} = 'Y'`, order: orders.hot },
  expense: { where: sql`${content.is_free} = 'N'`, order: orders.hot },
  newCourse: { where: sql`true`, order: orders.new },
};

/** Same subject kind and year's neighbours: what shares a series or discipline comes first. */
export async function relatedCards(
  db: Db,
  siteId: string,
  to: Content,
  now: Date,
  size: number,
): Promise<string[]> {
  const shared = sql`(select count(*) from unnest(${content.discipline}) d where d = any(${sqlList(to.discipline)})) + (select count(*) from unnest(${content.series_codes}) s where s = any(${sqlList(to.series_codes)}))`;
  const { rows } = await db.execute<{ card: string }>(
    sql`select ${cardText} as card from ${placed} where ${shownOn(siteId, now)} and ${content.content_id} <> ${to.content_id} and ${content.subject_kind} = ${to.subject_kind}
      order by ${shared} desc, ${orders.hot} limit ${size}`,
  );
  return rows.map(({ card }) => card);
}

const sqlList = (words: string[]) =>
  words.length === 0
    ? sql`array[]::text[]`
    : sql`array[${sql.join(
        words.map((word) => sql`${word}`),
        sql`, `,
      )}]::text[]`;

export const cardOf = (text: string): ContentCard => JSON.parse(text) as ContentCard;

/** Cards of these contents as this site shows them, whatever their state, by content id. */
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
  return new Map(rows.map(({ card }) => cardOf(card)).map((card) => [card.id, card]));
}
