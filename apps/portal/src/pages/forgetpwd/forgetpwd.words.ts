export const words = {
  title: '找回密码',
  mobile: '手机号',
  password: '新密码',
  passwordHint: '8-20 位，包含大写字母、小写字母和数字',
  confirm: '确认密码',
  confirmWrong: '两次输入的密码不一致',
  showPassword: '显示密码',
  submit: '重置密码',
  done: '密码已重置，各处的登录均已退出，请用新密码登录。',
  toLogin: '去登录',
} as const;
