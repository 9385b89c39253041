import { type healthMetrics, PageReport } from '@cme/contract/site/rollout';
import * as z from 'zod/mini';
import type { Ticket } from './tickets.ts';

const ReleaseName = z.string().check(z.regex(/^[a-z][a-z\d-]{1,39}\/[0-9a-f]{12,64}$/));
const names = z.optional(z.array(ReleaseName).check(z.maxLength(20)));
const rating = z.optional(z.enum(['good', 'needs-improvement', 'poor']));

/** The health report of one page. Pages of older releases of the edge have no ticket. */
export const HealthReport = z.object({
  ticket: z.optional(z.string().check(z.maxLength(1500))),
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

type Metric = (typeof healthMetrics)[number];

/** What a report says about releases of its own page: nothing else belongs to it. */
function metricsOfReport(report: HealthReport, releases: string[]): [string, Metric[]][] {
  return releases.map((release) => {
    const counted = (['pages', 'errors', 'failed_loads'] as const).filter((metric) =>
      report[metric]?.includes(release),
    );
    const rated = (['lcp', 'inp', 'cls'] as const).flatMap((metric): Metric[] => {
      if (!report[metric] || report.started !== release) return [];
      return report[metric] === 'poor' ? [metric, `${metric}_poor`] : [metric];
    });
    return [release, [...counted, ...rated]];
  });
}

/** Reports that wait for the API: each metric of a ticket once. */
export function createReportQueue(limits: { told: number; waiting: number }) {
  /** What tickets have told this edge, oldest first; the API knows what they told other edges. */
  const told = new Set<string>();
  let waiting: PageReport[] = [];

  function isNews(key: string): boolean {
    if (told.has(key)) return false;
    told.add(key);
    if (told.size > limits.told) told.delete(told.values().next().value ?? '');
    return true;
  }
  return {
    add(report: HealthReport, { id, issued, site, network, releases }: Ticket): void {
      const minute = `${issued.toISOString().slice(0, 16)}Z`;
      for (const [name, metrics] of metricsOfReport(report, releases)) {
        const [area, release] = name.split('/');
        const news = metrics.filter((metric) => isNews(`${id} ${area} ${metric}`));
        const one = { ticket: id, minute, site, network, area, release, metrics: news };
        // The API refuses a whole call for one report that it does not know.
        const { data } = PageReport.safeParse(one);
        if (data && news.length > 0 && waiting.length < limits.waiting) waiting.push(data);
      }
    },
    take(limit: number): PageReport[] {
      const taken = waiting.slice(0, limit);
      waiting = waiting.slice(limit);
      return taken;
    },
    /** Sending failed: the reports are due again. */
    giveBack(reports: readonly PageReport[]): void {
      waiting = [...reports, ...waiting].slice(0, limits.waiting);
    },
  };
}
