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
  boundHint:
    '该账号已绑定微信，重置密码后将解除绑定。确认是您本人的微信时，可以选择保留。请再次点击“重置密码”完成。',
  keepWechat: '保留微信绑定',
  done: '密码已重置，各处的登录均已退出，请用新密码登录。',
  unbound: '微信绑定已解除，需要时可在“账号设置”重新绑定。',
  toLogin: '去登录',
} as const;
