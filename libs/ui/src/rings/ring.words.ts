/** Texts of the rings. */
export const ringTexts = {
  credits: '学分',
  hours: '学时',
  got: '已获',
  need: '应修',
  pending: '审核中',
  missing: '还差',
  reached: '已达标',
} as const;
