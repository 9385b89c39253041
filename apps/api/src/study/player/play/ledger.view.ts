import type { LedgerState } from '@cme/contract/study';
import type { LearnStatus } from '../../learning/learning.rules.ts';
import { answerSeconds } from './checks.rules.ts';
import { measureSpans, merge, type Span } from '../../learning/progress/spans.rules.ts';

interface LedgerFacts {
  ranges: readonly Span[];
  furthest: number;
  /** Current length of the video in milliseconds. */
  end: number;
  section_status: string;
  learning: { progress: number; learn_status: LearnStatus };
  check?: { check_id: string; kind: string; planned_ms: number; shown_at: number | null };
  capped: boolean;
}

/** The ledger as on the wire: in seconds, and nothing beyond the end of the video. */
export function ledgerState({
  ranges,
  furthest,
  end,
  section_status,
  learning,
  check,
  capped,
}: LedgerFacts): LedgerState {
  const inside = merge(ranges, end);
  const pending =
    check && section_status !== 'finished' && check.planned_ms < end ? check : undefined;
  return {
    ranges: inside.map(([from, to]): [number, number] => [from / 1000, to / 1000]),
    furthest: Math.min(furthest, end) / 1000,
    covered_seconds: measureSpans(inside) / 1000,
    section_status,
    progress: learning.progress,
    learn_status: learning.learn_status,
    ...(pending && pending.shown_at === null ? { next_check_at: pending.planned_ms / 1000 } : {}),
    ...(pending && pending.shown_at !== null
      ? { open_check: { check_id: pending.check_id, kind: pending.kind, seconds: answerSeconds } }
      : {}),
    capped: capped ? 'Y' : 'N',
  };
}
