export const words = {
  title: '微信登录',
  bind: '绑定账号',
  why: '该微信尚未绑定账号。登录已有账号或注册一次，即可与微信绑定，以后直接用微信登录。',
  asking: '正在确认微信身份…',
  cancelled: '没有完成微信登录',
  again: '返回登录',
  welcome: '登录成功',
} as const;
