import { and, eq, gte, inArray, lt, sql } from 'drizzle-orm';
import { healthMetrics, type HealthSums, type PageReport } from '@cme/contract/site/rollout';
import type { Db } from '../../platform/database/database.ts';
import { noSums } from './health.rules.ts';
import { rolloutNetwork, rolloutTicket } from './rollout.tables.ts';

/** Figures are deleted after four days: a candidate is judged by at most three. */
const keptMs = 4 * 86_400_000;
/** Twice as long as a ticket lives, so that none is forgotten while it could be used again. */
const ticketsKeptMs = 3_600_000 * 2;

/** Removes what is too old to be read, and tickets that have expired. */
async function deleteOld(db: Db, now: Date): Promise<void> {
  const before = (milliseconds: number) => new Date(now.getTime() - milliseconds);
  await db.delete(rolloutNetwork).where(lt(rolloutNetwork.minute, before(keptMs)));
  await db.delete(rolloutTicket).where(lt(rolloutTicket.at, before(ticketsKeptMs)));
}

/**
 * Adds what pages reported, each metric of a ticket once: of a report that arrives again, or through
 * another edge, nothing is added.
 */
export async function writeReports(
  db: Db,
  now: Date,
  reports: readonly PageReport[],
): Promise<void> {
  const age = ({ minute }: PageReport) => now.getTime() - Date.parse(minute);
  const timely = reports.filter((report) => Math.abs(age(report)) < ticketsKeptMs / 2);
  const told = new Map(
    timely.flatMap((report) =>
      report.metrics.map((metric) => [
        `${report.ticket} ${report.area} ${metric}`,
        { report, metric },
      ]),
    ),
  );
  if (told.size > 0)
    await db.transaction(async (tx) => {
      // In one order, so that two edges with the same tickets do not wait for each other.
      const keys = [...told.keys()].toSorted().map((key) => ({ key, at: now }));
      const fresh = await tx
        .insert(rolloutTicket)
        .values(keys)
        .onConflictDoNothing()
        .returning({ key: rolloutTicket.key });
      const rows = sumByNetwork(fresh.flatMap(({ key }) => told.get(key) ?? []));
      if (rows.length === 0) return;
      const { area, release, minute, site, network } = rolloutNetwork;
      await tx
        .insert(rolloutNetwork)
        .values(rows)
        .onConflictDoUpdate({
          target: [area, release, minute, site, network],
          set: Object.fromEntries(
            healthMetrics.map((name) => [
              name,
              sql`${rolloutNetwork[name]} + excluded.${sql.identifier(name)}`,
            ]),
          ),
        });
    });
  await deleteOld(db, now);
}

/** Rows in the order of their keys. */
function sumByNetwork(
  told: readonly { report: PageReport; metric: keyof HealthSums }[],
): (typeof rolloutNetwork.$inferInsert)[] {
  const rows = new Map<string, typeof rolloutNetwork.$inferInsert & HealthSums>();
  for (const { report, metric } of told) {
    const { area, release, minute, site, network } = report;
    const key = [area, release, minute, site, network].join(' ');
    const row = rows.get(key) ?? {
      ...noSums,
      area,
      release,
      site,
      network,
      minute: new Date(minute),
    };
    row[metric] += 1;
    rows.set(key, row);
  }
  return [...rows].toSorted(([one], [other]) => (one < other ? -1 : 1)).map(([, row]) => row);
}

/** What each network has reported about these releases since a time; on one domain if given. */
export async function readNetworks(
  db: Db,
  { area, site }: { area: string; site: string | undefined },
  releases: readonly string[],
  since: Date,
): Promise<Record<string, HealthSums[]>> {
  const minute = new Date(Math.floor(since.getTime() / 60_000) * 60_000);
  const fields = Object.fromEntries(
    healthMetrics.map((name) => [name, sql<number>`sum(${rolloutNetwork[name]})`.mapWith(Number)]),
  ) as Record<keyof HealthSums, ReturnType<typeof sql<number>>>;
  const rows = await db
    .select({ release: rolloutNetwork.release, ...fields })
    .from(rolloutNetwork)
    .where(
      and(
        eq(rolloutNetwork.area, area),
        site ? eq(rolloutNetwork.site, site) : undefined,
        inArray(rolloutNetwork.release, [...releases]),
        gte(rolloutNetwork.minute, minute),
      ),
    )
    .groupBy(rolloutNetwork.release, rolloutNetwork.network);
  const found: Record<string, HealthSums[]> = {};
  for (const { release, ...sums } of rows) (found[release] ??= []).push(sums as HealthSums);
  return found;
}
