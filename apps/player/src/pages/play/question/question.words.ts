export const words = {
  title: '课堂提问',
  single: '【单选】',
  multiple: '【多选】',
  submit: '提交答案',
  right: '回答正确。',
  wrong: '回答不正确，请再答一次。',
  failed: '提交失败，请重试',
} as const;
