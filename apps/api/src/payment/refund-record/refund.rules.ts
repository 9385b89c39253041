export const refundStatuses = [
  'pending',
  'approved',
  'processing',
  'success',
  'failed',
  'rejected',
  'canceled',
] as const;
export type RefundStatus = (typeof refundStatuses)[number];

/** The state machine of a refund. A failed one is retried, or given up by staff. */
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

/** Reasons why an order item is not refundable. */
export type RefundBlock =
  | 'order_refunding'
  | 'order_state'
  | 'returned'
  | 'too_late'
  | 'credits_granted'
  | 'certificate_issued'
  | 'exam_started'
  | 'applied'
  | 'nothing_paid'
  | 'all_studied';

export const blockWords: Readonly<Record<RefundBlock, string>> = {
  order_refunding: '该订单正在退款中',
  order_state: '该订单不可退款',
  returned: '已退款',
  too_late: '已超过退款期限',
  credits_granted: '已授予学分，不可退款',
  certificate_issued: '已发放证书，不可退款',
  exam_started: '已参加考试，不可退款',
  applied: '已申请退款',
  nothing_paid: '该内容无需退款',
  all_studied: '课程已全部学完，不可退款',
};

/** The refundable share of the price: the unstudied part. */
export const refundRate = (finished: number, total: number): number =>
  total <= 0 ? 1 : Math.max(0, Math.min(1, 1 - finished / total));

/** In whole fen, never more than was paid, rounded up in the learner's favour by less than one. */
export const refundFen = (payFen: number, finished: number, total: number): number =>
  total <= 0 ? payFen : Math.floor((payFen * Math.max(0, total - finished)) / total);
