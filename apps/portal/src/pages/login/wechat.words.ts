export const words = {
  title: '微信登录',
  bind: '绑定账号',
  why: '该微信尚未绑定账号。登录已有账号或注册一次，即可与微信绑定，以后直接用微信登录。',
  asking: '正在确认微信身份…',
  cancelled: '没有完成微信登录',
  again: '返回登录',
  bindTitle: '绑定微信',
  toSetting: '返回账号设置',
  notBound: '没有完成微信绑定',
  boundNow: '已绑定微信，下次可直接用微信登录',
  welcome: '登录成功',
} as const;
