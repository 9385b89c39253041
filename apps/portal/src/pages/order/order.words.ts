/** Texts shared by confirming and paying an order. */
export const orderWords = {
  steps: ['选择课程', '确认订单', '订单支付', '开始学习'],
  stepsLabel: '购买步骤',
  days: (days: number) => `有效期 ${days} 天`,
  refundDays: (days: number) => (days > 0 ? `${days} 天内可退款` : '不支持退款'),
  hours: '学时',
  saved: (amount: string) => `已拥有课程抵减 ¥${amount}`,
} as const;
