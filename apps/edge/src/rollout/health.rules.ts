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
  const counted = (['pages', 'errors', 'failed_loads'] as const).flatMap((what) =>
    [...new Set(report[what])].map((release): [string, Partial<HealthSums>] => [
      release,
      { [what]: 1 },
    ]),
  );
  const rated = (['lcp', 'inp', 'cls'] as const).flatMap(
    (what): [string, Partial<HealthSums>][] => {
      const is = report[what];
      if (!is || !report.started) return [];
      return [[report.started, { [what]: 1, [`${what}_poor`]: is === 'poor' ? 1 : 0 }]];
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
          for (const [what, number] of Object.entries(more))
            row[what as keyof HealthSums] += number;
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
    take(most: number): SiteRow[] {
      const taken = [...changed].slice(0, most);
      for (const key of taken) changed.delete(key);
      return taken.flatMap((key) => rows.get(key) ?? []).map((row) => ({ ...row }));
    },
    /** Sending failed: the rows are due again. */
    giveBack(taken: readonly SiteRow[]): void {
      for (const row of taken) changed.add(keyOf(row));
    },
  };
}

const keyOf = ({ minute, area, release, site }: Omit<SiteRow, keyof HealthSums>) =>
  `${minute} ${area}/${release} ${site}`;

/** Rows in the format of the call. */
export function countsOf(
  edge: string,
  taken: readonly SiteRow[],
): RolloutCounts & Required<Pick<RolloutCounts, 'of_sites'>> {
  const everywhere = taken.filter(({ site }) => site === '');
  return {
    edge,
    rows: everywhere.map(({ site: _, ...row }) => row),
    of_sites: taken.filter(({ site }) => site !== ''),
  };
}
