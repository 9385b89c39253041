/** Texts of questions, in the exam and in its analysis. */
export const words = {
  sharedStem: (from: number, to: number) => `共用题干（第 ${from}–${to} 题）`,
  sharedOptions: (from: number, to: number) => `共用备选答案（第 ${from}–${to} 题）`,
  severalHint: '可选多项',
  anyOrder: '各空顺序不限',
  picture: '题目配图',
  write: '作答',
  written: (count: number, max: number) => `${count} / ${max} 字`,
  right: '正确',
  wrong: '错误',
  blank: (no: number) => `第${no}空`,
  blankInStem: (no: number) => `（第${no}空）`,
  tooLong: (no: number, max: number, now: number) =>
    `第${no}空最多 ${max} 字，现在 ${now} 字。请删减：超出时本题的改动不会保存，其他题不受影响。`,
  essayTooLong: (max: number, now: number) =>
    `最多 ${max} 字，现在 ${now} 字。请删减：超出时本题的改动不会保存，其他题不受影响。`,
  unknown: (name: string) =>
    `当前页面还不支持“${name}”，请刷新页面后作答。已答内容已保存，考试时间不会停止。`,
  reload: '刷新页面',

  my: '我的答案',
  rightAnswer: '正确答案',
  reference: '参考答案',
  none: '未作答',
  emptyBlank: '未填写',
  or: ' 或 ',
  columns: { blank: '空', result: '判定' },
  results: { Y: '正确', N: '错误' },
} as const;
