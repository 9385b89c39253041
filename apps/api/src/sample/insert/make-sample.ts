import { sql } from 'drizzle-orm';
import type { Db } from '../../platform/database/database.ts';
import type { AppContext } from '../../platform/context/context.ts';
import { recountStudy } from '../../content/catalogue/catalogue.store.ts';
import { insertHashed } from '../../person/identity/user.store.ts';
import { hashPassword } from '../../person/identity/password.rules.ts';
import { deriveKeys } from '../../person/identity/secret.rules.ts';
import { insertMessages } from '../../person/message/message.store.ts';
import {
  insertMenus,
  insertSites,
  type NewSite,
  readSites,
} from '../../platform/sites/site.store.ts';
import { formatDay } from '../../platform/http/format-time.ts';
import { insertSampleFactors } from '../factors.ts';
import { sampleId, unitId } from '@cme/sample/ids';
import { insertSampleContent } from './insert-content.ts';
import { insertSampleNewsFiles } from './insert-news-files.ts';
import { insertSampleCredits, insertSampleRules } from './insert-credits.ts';
import { insertSampleDeclarations, insertSampleKinds } from './insert-exchange.ts';
import { insertSampleFacts } from './insert-facts.ts';
import { insertSampleEvents } from './insert-events.ts';
import { insertSampleBesideVideos } from './insert-beside-videos.ts';
import { insertSampleHomework } from './insert-homework.ts';
import { insertSampleNotes } from './insert-notes.ts';
import { insertSampleSaid } from './insert-comments.ts';
import { insertSampleEnrolments } from './insert-enrolments.ts';
import { insertSampleAttempts, insertSamplePapers } from './insert-exams.ts';
import { insertSampleClasses } from './insert-training-classes.ts';
import { insertSampleMessages } from './insert-messages.ts';
import { insertSampleMoney } from './insert-money.ts';
import { cardPasswords, insertSampleTrade } from './insert-trade.ts';
import { insertSampleMembership, insertSampleUnits } from './insert-units.ts';
import { toMoment } from '@cme/sample/moments';
import { members } from '@cme/sample/members';
import { people } from '@cme/sample/people';
import type { SampleMenu, SampleSite } from '@cme/sample/shapes';
import { sites } from '@cme/sample/sites';

const everybody = [...people, ...members];

/** Fills an empty database in one transaction; one with a site is left unchanged. True if it was
 * filled. */
export async function makeSample({
  db,
  settings,
  now,
}: Pick<AppContext, 'db' | 'settings' | 'now'>): Promise<boolean> {
  if ((await readSites(db)).length > 0) return false;
  const hashes = await hashPasswords([
    ...everybody.map(({ password }) => password),
    ...cardPasswords,
  ]);
  const at = now();
  return db.transaction(async (tx) => {
    // Two processes may start on one empty database: the second waits here and then finds it
    // filled.
    await tx.execute(sql`select pg_advisory_xact_lock(8214079)`);
    if ((await readSites(tx)).length > 0) return false;
    await insertSites(
      tx,
      sites.map((site) => siteRow(site, settings.mainDomain, at)),
    );
    await insertMenus(
      tx,
      sites.flatMap((site) => [
        ...menuRows(site, 'pc', site.menus),
        ...menuRows(site, 'mobile', site.mobile_menus),
      ]),
    );
    await insertSampleRules(tx);
    await insertSampleKinds(tx);
    await insertSampleContent(tx, at);
    await insertSampleNewsFiles({ settings }, tx, at);
    await insertSamplePapers(tx, at);
    await insertSampleUnits(tx, at);
    await insertSamplePeople(tx, settings, hashes, at);
    await insertSampleFactors(tx, deriveKeys(settings), at);
    await insertSampleMembership(tx, at);
    await insertSampleFacts({ settings }, tx, at);
    await insertSampleEnrolments(tx, at);
    await insertSampleAttempts(tx, at);
    await insertSampleTrade(tx, hashes, at);
    await insertSampleMoney(tx, at);
    await insertSampleDeclarations({ settings }, tx, at);
    await insertSampleClasses(tx, { settings, now }, at);
    await insertSampleCredits(tx, at);
    await insertSampleEvents({ settings }, tx, at);
    await insertSampleSaid({ settings }, tx, at);
    await insertSampleMessages(tx, at);
    await insertSampleNotes(tx, at);
    await insertSampleHomework(tx, at);
    await insertSampleBesideVideos(tx);
    await recountStudy(tx);
    return true;
  });
}

function siteRow(
  {
    key,
    theme,
    footer,
    menus: _,
    mobile_menus: __,
    blocks: ___,
    opensInDays,
    endedDaysAgo,
    ...row
  }: SampleSite,
  mainDomain: string,
  now: Date,
): NewSite {
  const under = (host: string) => host.replace(/(^|\.)cme\.localhost$/, `$1${mainDomain}`) || null;
  return {
    ...row,
    domain: under(row.domain) ?? row.domain,
    player_domain: under(row.player_domain),
    user_domain: under(row.user_domain),
    is_main: key === 'main',
    theme_primary: theme.primary,
    theme_radius: theme.radius,
    links: footer,
    ...(endedDaysAgo ? { ended_at: dayAfter(-endedDaysAgo, now) } : {}),
    ...(opensInDays ? { effective_from: dayAfter(opensInDays, now) } : {}),
  };
}

/** The first minute of that day in Asia/Shanghai. */
const dayAfter = (days: number, now: Date): Date =>
  new Date(`${formatDay(new Date(now.getTime() + days * 86_400_000))}T00:00:00+08:00`);

const menuRows = (site: SampleSite, showOn: 'pc' | 'mobile', menus: SampleMenu[]) =>
  menus.map((menu, position) => ({
    ...menu,
    id: sampleId('menu', site.key, showOn, menu.key),
    site_id: site.site_id,
    show_on: showOn,
    position,
  }));

/** Hashing is slow on purpose: each password once, before the transaction. */
async function hashPasswords(passwords: readonly string[]): Promise<Map<string, string>> {
  return new Map(
    await Promise.all(
      [...new Set(passwords)].map(
        async (password) => [password, await hashPassword(password)] as const,
      ),
    ),
  );
}

/** Where units admit people, those who wait or were refused are outside. */
const getAdmission = (siteKey: string, unitStatus: string) =>
  sites.find(({ key }) => key === siteKey)?.registration === 'approval' &&
  (unitStatus === 'waiting' || unitStatus === 'refused')
    ? unitStatus
    : 'admitted';

async function insertSamplePeople(
  db: Db,
  settings: AppContext['settings'],
  hashes: Map<string, string>,
  at: Date,
): Promise<void> {
  const keys = deriveKeys(settings);
  for (const {
    password,
    site,
    joined,
    enrolments: _,
    messages,
    key: __,
    unit,
    ...person
  } of everybody) {
    const site_id = sites.find(({ key }) => key === site)?.site_id ?? '';
    const added = await insertHashed(db, keys, toMoment(joined, at), {
      ...person,
      ...(unit === undefined ? {} : { unit_id: unitId(unit) }),
      site_id,
      admission: getAdmission(site, person.unit_status),
      password_hash: hashes.get(password) ?? '',
      agree_version: '2026-01',
    });
    if (typeof added === 'string') throw new Error(`sample person ${person.user_id}: ${added}`);
    await insertMessages(
      db,
      messages.map(({ at: when, read, ...message }) => ({
        ...message,
        site_id,
        user_id: person.user_id,
        status: read ? 'read' : 'unread',
        created_at: toMoment(when, at),
        read_at: read ? toMoment(when, at) : null,
      })),
    );
  }
}
