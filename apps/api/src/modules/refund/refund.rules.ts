import type { RefundStatus } from './refund.tables.ts';

/** Every step a refund can take. A failed one is tried again, or given up by staff. */
export const nextRefund: Readonly<Record<RefundStatus, readonly RefundStatus[]>> = {
  pending: ['approved', 'rejected', 'canceled'],
  approved: ['processing', 'failed'],
  processing: ['success', 'failed'],
  failed: ['processing', 'rejected'],
  success: [],
  rejected: [],
  canceled: [],
};

export const refundStatusNames: Readonly<Record<RefundStatus, string>> = {
  pending: '待审核',
  approved: '已批准',
  processing: '退款处理中',
  success: '退款成功',
  failed: '退款失败',
  rejected: '已驳回',
  canceled: '已取消',
};

/** Share of the price that comes back: what was not studied. */
export const refundRate = (finished: number, total: number): number =>
  total <= 0 ? 1 : Math.max(0, Math.min(1, 1 - finished / total));

/** Never more than was paid, whole fen, rounded in the learner's favour only by less than one. */
export const refundFen = (payFen: number, finished: number, total: number): number =>
  total <= 0 ? payFen : Math.floor((payFen * Math.max(0, total - finished)) / total);
