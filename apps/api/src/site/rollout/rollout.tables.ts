import { index, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import type { RolloutFollow, RolloutState } from '@cme/contract/site/rollout';
import { timestamptz } from '../../platform/database/columns.ts';

/** A single row: all areas switch in one statement, so that readers never see a partial change. */
export const rollout = pgTable('rollout', {
  id: text('id').primaryKey(),
  revision: integer('revision').notNull(),
  areas: jsonb('areas').$type<RolloutState['areas']>().notNull(),
});

/** Audit log: who changed what, and why. Append-only. */
export const rolloutEvent = pgTable(
  'rollout_event',
  {
    id: text('id').primaryKey(),
    revision: integer('revision').notNull(),
    at: timestamptz('at').notNull(),
    area: text('area').notNull(),
    /** Empty: all domains. */
    site: text('site').notNull(),
    action: text('action').notNull(),
    from: text('from').notNull(),
    to: text('to').notNull(),
    percent: integer('percent').notNull(),
    actor_id: text('actor_id').notNull(),
    by: text('by').notNull(),
    reason: text('reason').notNull(),
    request_id: text('request_id').notNull().default(''),
  },
  (table) => [
    index('rollout_event_of_area').on(table.area, table.at),
    index('rollout_event_request').on(table.request_id),
  ],
);

/** The state that each edge reported last. */
export const rolloutEdge = pgTable('rollout_edge', {
  edge: text('edge').primaryKey(),
  revision: integer('revision').notNull(),
  refused: jsonb('refused').$type<RolloutFollow['refused']>().notNull(),
  seen_at: timestamptz('seen_at').notNull(),
});

const sum = (name: string) => integer(name).notNull().default(0);

const sums = () => ({
  pages: sum('pages'),
  errors: sum('errors'),
  failed_loads: sum('failed_loads'),
  lcp: sum('lcp'),
  lcp_poor: sum('lcp_poor'),
  inp: sum('inp'),
  inp_poor: sum('inp_poor'),
  cls: sum('cls'),
  cls_poor: sum('cls_poor'),
});
const counts = () => ({
  minute: timestamptz('minute').notNull(),
  area: text('area').notNull(),
  release: text('release').notNull(),
  edge: text('edge').notNull(),
  ...sums(),
});

/** What pages reported, by the network that loaded them and the minute in which it did. */
export const rolloutNetwork = pgTable(
  'rollout_network',
  {
    minute: timestamptz('minute').notNull(),
    area: text('area').notNull(),
    release: text('release').notNull(),
    site: text('site').notNull(),
    /** Keyed hash; too short to identify anybody. */
    network: text('network').notNull(),
    ...sums(),
  },
  (table) => [
    primaryKey({ columns: [table.area, table.release, table.minute, table.site, table.network] }),
    index('rollout_network_minute').on(table.minute),
  ],
);

/** What the tickets of the last hour have reported already, through whichever edge. */
export const rolloutTicket = pgTable(
  'rollout_ticket',
  {
    /** Ticket, area and metric. */
    key: text('key').primaryKey(),
    at: timestamptz('at').notNull(),
  },
  (table) => [index('rollout_ticket_at').on(table.at)],
);

/** Page reports per edge, minute and release. Older versions write it, and it decides nothing. */
export const rolloutHealth = pgTable('rollout_health', counts(), (table) => [
  primaryKey({ columns: [table.area, table.release, table.minute, table.edge] }),
]);

/** The same per domain, for domains with their own releases. */
export const rolloutSiteHealth = pgTable(
  'rollout_site_health',
  { ...counts(), site: text('site').notNull() },
  (table) => [
    primaryKey({ columns: [table.area, table.site, table.release, table.minute, table.edge] }),
  ],
);
