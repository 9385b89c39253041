/** Texts of the second step of a sign-in. */
export const words = {
  hint: '请输入验证器应用显示的 6 位数字',
  code: '动态验证码',
  recoveryHint: '请输入启用两步验证时保存的恢复码，每个只能用一次',
  recovery: '恢复码',
  useRecovery: '没有验证器？使用恢复码',
  useCode: '使用动态验证码',
  missing: { code: '请输入6位动态验证码', recovery: '请输入恢复码' },
  submit: '验证',
  back: '返回登录',
  welcome: '登录成功',
  lost: (phone: string) =>
    `验证器和恢复码都丢失时，请联系本单位管理员或客服${phone && `（${phone}）`}重置。`,
} as const;
