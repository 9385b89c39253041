export const admissionWords = {
  waiting: '注册申请待审核',
  refused: '注册申请未通过',
  withdrawn: '注册申请已撤回',
  decides: (unit: string) => `您的注册由“${unit}”审核，通过后即可学习本站课程。`,
  since: (time: string) => `提交时间：${time}。结果会显示在本页，不需要重复注册。`,
  reason: (unit: string, reason: string) => `“${unit}”未同意您的注册：${reason}`,
  decidedAt: (time: string) => `审核时间：${time}。情况更正后可以重新申请。`,
  contact: (unit: string, phone: string) =>
    `如有疑问，请联系${unit ? `“${unit}”` : '本单位'}的科教或人事部门${phone ? `，或拨打 ${phone}` : ''}。`,
  withdraw: '撤回申请',
  withdrawSure: '撤回后单位将不再审核，您仍可重新申请。确定撤回吗？',
  keep: '暂不撤回',
  withdrawnToast: '申请已撤回',
  again: '重新申请',
  asked: '申请已提交，请等待单位审核',
  signOut: '退出登录',
  close: '关闭',
};
