/** Texts of the questions about a course. */
export const inquiryWords = {
  ask: '我要提问',
  placeholder: '写下与本节内容有关的问题，请勿填写患者信息',
  send: '提交问题',
  sent: '问题已提交，老师回答后会通知您',
  kept: '网络已断开，内容已保留在本机，请稍后再试',
  scope: '问答范围',
  scopes: { answered: '老师已回答', mine: '我的提问' },
  none: { answered: '还没有老师回答过的问题', mine: '您还没有提问' },
  list: '问题列表',
  me: '我',
  answer: '回答',
  hidden: '未公开的原因',
  takeBack: '撤回',
  takeBackOf: (text: string) => `撤回：${text.slice(0, 12)}`,
  takenBack: '问题已撤回',
} as const;
