export const words = {
  title: '找回密码',
  intro: '用注册时的手机号接收短信验证码，重新设置密码。',
  remembered: '想起密码了？',
  signIn: '返回登录',
  mobile: '手机号',
  password: '新密码',
  passwordHint: '8-20 位，包含大写字母、小写字母和数字',
  confirm: '确认密码',
  showPassword: '显示密码',
  submit: '重置密码',
  done: '密码已重置，各处的登录均已退出，请用新密码登录。',
  toLogin: '去登录',
} as const;
