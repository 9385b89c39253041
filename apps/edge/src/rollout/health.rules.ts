import { applications, type HealthSums, type RolloutCounts } from '@cme/contract/site/rollout';
import * as z from 'zod/mini';

const ReleaseName = z
  .string()
  .check(z.regex(new RegExp(`^(${applications.join('|')})/[0-9a-f]{12,64}$`)));
const names = z.optional(z.array(ReleaseName).check(z.maxLength(20)));
const rating = z.optional(z.enum(['good', 'needs-improvement', 'poor']));

/** The health report of one page; each event at most once. */
export const HealthReport = z.object({
  /** The release that started the page, to which its measurements belong. */
  started: z.union([ReleaseName, z.literal('')]),
  pages: names,
  errors: names,
  failed_loads: names,
  lcp: rating,
  inp: rating,
  cls: rating,
});
export type HealthReport = z.infer<typeof HealthReport>;

const noSums: HealthSums = {
  pages: 0,
  errors: 0,
  failed_loads: 0,
  lcp: 0,
  lcp_poor: 0,
  inp: 0,
  inp_poor: 0,
  cls: 0,
  cls_poor: 0,
};

/** The counts that a page's report adds, by release. */
export function countsOfReport(report: HealthReport): [string, Partial<HealthSums>][] {
  const counted = (['pages', 'errors', 'failed_loads'] as const).flatMap((metric) =>
    [...new Set(report[metric])].map((release): [string, Partial<HealthSums>] => [
      release,
      { [metric]: 1 },
    ]),
  );
  const rated = (['lcp', 'inp', 'cls'] as const).flatMap(
    (metric): [string, Partial<HealthSums>][] => {
      const is = report[metric];
      if (!is || !report.started) return [];
      return [[report.started, { [metric]: 1, [`${metric}_poor`]: is === 'poor' ? 1 : 0 }]];
    },
  );
  return [...counted, ...rated];
}

type Row = RolloutCounts['rows'][number];
/** Counts for all pages, or for those of one domain. */
export type SiteRow = Row & { site: string };

/** What a page counts towards: the release, and its domain if that has its own rollout. */
interface Counting {
  isKnown(release: string): boolean;
  /** The domain, if it has its own release of this area. */
  siteOf(area: string): string;
}

/** Minutes for which counts are still accepted and sent. */
const retentionMinutes = 10;

/**
 * Sums by minute, release and domain. A row that has grown since it was sent is sent again with its
 * new total.
 */
export function createHealthSums() {
  const rows = new Map<string, SiteRow>();
  const changed = new Set<string>();
  return {
    add(report: HealthReport, now: Date, { isKnown, siteOf }: Counting): void {
      const minute = `${now.toISOString().slice(0, 16)}Z`;
      for (const [name, more] of countsOfReport(report)) {
        if (!isKnown(name)) continue;
        const [area, release = ''] = name.split('/') as [Row['area'], string];
        for (const site of new Set(['', siteOf(area)])) {
          const key = keyOf({ minute, area, release, site });
          const row = rows.get(key) ?? { ...noSums, minute, area, release, site };
          for (const [metric, number] of Object.entries(more))
            row[metric as keyof HealthSums] += number;
          rows.set(key, row);
          changed.add(key);
        }
      }
      const oldest = new Date(now.getTime() - retentionMinutes * 60_000).toISOString();
      for (const [key, row] of rows)
        if (row.minute < oldest) {
          rows.delete(key);
          changed.delete(key);
        }
    },
    /** At most `most` rows that have grown since they were last taken. */
    take(limit: number): SiteRow[] {
      const sums = [...changed].slice(0, limit);
      for (const key of sums) changed.delete(key);
      return sums.flatMap((key) => rows.get(key) ?? []).map((row) => ({ ...row }));
    },
    /** Sending failed: the rows are due again. */
    giveBack(sums: readonly SiteRow[]): void {
      for (const row of sums) changed.add(keyOf(row));
    },
  };
}

const keyOf = ({ minute, area, release, site }: Omit<SiteRow, keyof HealthSums>) =>
  `${minute} ${area}/${release} ${site}`;

/** Rows in the format of the call. */
export function countsOf(
  edge: string,
  sums: readonly SiteRow[],
): RolloutCounts & Required<Pick<RolloutCounts, 'of_sites'>> {
  const everywhere = sums.filter(({ site }) => site === '');
  return {
    edge,
    rows: everywhere.map(({ site: _, ...row }) => row),
    of_sites: sums.filter(({ site }) => site !== ''),
  };
}
