import {
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  unique,
} from 'drizzle-orm/pg-core';
import type { Admission } from '@cme/contract/person';
import { timestamptz } from '../../platform/database/columns.ts';
import { unit } from '../unit/unit.tables.ts';

/** A person of one site. Mobile and identity numbers are encrypted; keyed hashes serve lookup and
 * uniqueness. */
export const user = pgTable(
  'user',
  {
    user_id: text('user_id').primaryKey(),
    site_id: text('site_id').notNull(),
    mobile_sealed: text('mobile_sealed').notNull(),
    mobile_hash: text('mobile_hash').notNull(),
    id_type: text('id_type').notNull().default('ID'),
    id_sealed: text('id_sealed').notNull(),
    id_hash: text('id_hash').notNull(),
    password_hash: text('password_hash').notNull(),
    real_name: text('real_name').notNull(),
    /** M or F, if the kind of document does not contain it; the birth date is encrypted too. */
    gender: text('gender').notNull().default(''),
    birth_sealed: text('birth_sealed').notNull().default(''),
    area_id: text('area_id').notNull(),
    unit_name: text('unit_name').notNull(),
    department: text('department').notNull().default(''),
    post_name: text('post_name').notNull().default(''),
    title_name: text('title_name').notNull().default(''),
    /** The day from which the title is held; empty if unknown. */
    title_date: text('title_date').notNull().default(''),
    education: text('education').notNull().default(''),
    /** Y or N; empty if not stated. */
    grass_roots: text('grass_roots').notNull().default(''),
    email_sealed: text('email_sealed').notNull().default(''),
    practice_sealed: text('practice_sealed').notNull().default(''),
    series_code: text('series_code').notNull(),
    level: text('level').notNull(),
    post_type: text('post_type').notNull(),
    verify_status: text('verify_status').notNull().default('unverified'),
    /** The unit the person belongs to; null if none, or if the workplace is free text.
     * `unit_status` has the rest: pending, rejected, leaving. */
    unit_id: text('unit_id').references(() => unit.unit_id),
    unit_status: text('unit_status').notNull().default('joined'),
    status: text('status').notNull().default('normal'),
    /** Whether the site has admitted the person; anybody else sees only where they stand. */
    admission: text('admission').$type<Admission>().notNull().default('admitted'),
    roles: text('roles').array().notNull().default(['learner']),
    /** Accepted versions of 服务条款 and 隐私政策; the latter is empty for those who registered before it had one. */
    agree_version: text('agree_version').notNull(),
    privacy_version: text('privacy_version').notNull().default(''),
    agreed_at: timestamptz('agreed_at').notNull(),
    created_at: timestamptz('created_at').notNull(),
    last_login_at: timestamptz('last_login_at'),
  },
  (table) => [
    unique('user_mobile').on(table.site_id, table.mobile_hash),
    unique('user_id_no').on(table.site_id, table.id_hash),
    index('user_unit').on(table.unit_id, table.unit_status),
  ],
);

/** A person's picture: a square JPEG in base64. */
export const userPicture = pgTable('user_picture', {
  user_id: text('user_id')
    .primaryKey()
    .references(() => user.user_id),
  site_id: text('site_id').notNull(),
  picture: text('picture').notNull(),
  updated_at: timestamptz('updated_at').notNull(),
});

/** A closed account, by the keyed hash of its document: recognised when the person registers
 * again. */
export const formerAccount = pgTable(
  'former_account',
  {
    former_id: text('former_id').primaryKey(),
    site_id: text('site_id').notNull(),
    id_hash: text('id_hash').notNull(),
    /** The account that has the document now; empty if none. */
    user_id: text('user_id').notNull().default(''),
    closed_at: timestamptz('closed_at').notNull(),
  },
  (table) => [
    index('former_account_document').on(table.site_id, table.id_hash),
    index('former_account_user').on(table.user_id),
  ],
);

/** One sign-in of a person on one browser; all its tokens end with it. */
export const userSession = pgTable(
  'user_session',
  {
    session_id: text('session_id').primaryKey(),
    site_id: text('site_id').notNull(),
    user_id: text('user_id')
      .notNull()
      .references(() => user.user_id),
    user_agent: text('user_agent').notNull(),
    address: text('address').notNull(),
    created_at: timestamptz('created_at').notNull(),
    seen_at: timestamptz('seen_at').notNull(),
    /** Extended by use, never past the absolute end. */
    expires_at: timestamptz('expires_at').notNull(),
    last_until: timestamptz('last_until').notNull(),
    ended_at: timestamptz('ended_at'),
    end_reason: text('end_reason'),
    /** The person postponed completing the profile in this session. */
    profile_put_off: boolean('profile_put_off').notNull().default(false),
  },
  (table) => [index('user_session_user').on(table.user_id, table.ended_at)],
);

/** Secrets of a session: a token per origin, and the cookie of the platform domains. Stored
 * hashed. */
export const userSessionToken = pgTable(
  'user_session_token',
  {
    hash: text('hash').primaryKey(),
    session_id: text('session_id')
      .notNull()
      .references(() => userSession.session_id),
    kind: text('kind').$type<'token' | 'cookie'>().notNull(),
    origin: text('origin').notNull(),
    created_at: timestamptz('created_at').notNull(),
  },
  (table) => [index('user_session_token_session').on(table.session_id)],
);

export const loginLog = pgTable(
  'login_log',
  {
    id: text('id').primaryKey(),
    site_id: text('site_id').notNull(),
    user_id: text('user_id'),
    account_hash: text('account_hash').notNull(),
    kind: text('kind').notNull(),
    result: text('result').notNull(),
    address: text('address').notNull(),
    user_agent: text('user_agent').notNull(),
    at: timestamptz('at').notNull(),
  },
  (table) => [
    index('login_log_account').on(table.account_hash, table.address, table.result),
    index('login_log_at').on(table.at),
  ],
);

/** A browser from which an account signed in; only the hash of its secret is stored. */
export const userDevice = pgTable(
  'user_device',
  {
    account_hash: text('account_hash').notNull(),
    device: text('device').notNull(),
    created_at: timestamptz('created_at').notNull(),
    seen_at: timestamptz('seen_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.account_hash, table.device] }),
    index('user_device_seen').on(table.seen_at),
  ],
);

/** An SMS code; times in milliseconds. */
export interface EarlierCode {
  code_hash: string;
  device: string;
  sent_at: number;
  expires_at: number;
}

/** Codes of a site, scene and number: the newest in the row, earlier ones in a list. */
export const smsCode = pgTable(
  'sms_code',
  {
    site_id: text('site_id').notNull(),
    scene: text('scene').notNull(),
    mobile_hash: text('mobile_hash').notNull(),
    code_hash: text('code_hash').notNull(),
    /** The requesting browser; empty if unknown. */
    device: text('device').notNull().default(''),
    earlier: jsonb('earlier').$type<EarlierCode[]>().notNull().default([]),
    /** Used by older versions only: attempts are counted per client. */
    tries: integer('tries').notNull().default(0),
    used: boolean('used').notNull().default(false),
    sent_at: timestamptz('sent_at').notNull(),
    expires_at: timestamptz('expires_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.site_id, table.scene, table.mobile_hash] })],
);

export const resetToken = pgTable('reset_token', {
  hash: text('hash').primaryKey(),
  user_id: text('user_id')
    .notNull()
    .references(() => user.user_id),
  expires_at: timestamptz('expires_at').notNull(),
  used: boolean('used').notNull().default(false),
});

/** One row per limited subject: locking it makes counting and consuming atomic. */
export const limitKey = pgTable('limit_key', {
  key: text('key').primaryKey(),
  touched_at: timestamptz('touched_at').notNull(),
});

/** A hit against a limit, with its time. */
export const limitHit = pgTable(
  'limit_hit',
  {
    id: text('id').primaryKey(),
    key: text('key').notNull(),
    /** The address of an attempt; empty if the key is sufficient. */
    part: text('part').notNull().default(''),
    at: timestamptz('at').notNull(),
    /** Cleared: no longer counted for its part, but still for the whole key. */
    forgiven: boolean('forgiven').notNull().default(false),
  },
  (table) => [index('limit_hit_key').on(table.key, table.at)],
);
