export const words = {
  title: '课堂提问',
  single: '【单选】',
  multiple: '【多选】',
  submit: '提交答案',
  right: '回答正确。',
  wrong: '回答不正确，请再答一题。',
  /** The explanation of the previous question, since a new one is shown. */
  explain: (text: string) => `上一题解析：${text}`,
  failed: '提交失败，请重试',
} as const;
