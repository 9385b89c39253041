/** Meta descriptions of pages that are rendered in the browser; the server writes their heads. */
export const descriptions = {
  verify:
    '证书查询：输入证书编号和持证人身份证号后四位，或扫描证书上的二维码，核验证书真伪与当前状态，无需登录。',
  login: '登录继续教育平台，查看学习进度、考试、证书与年度学分，支持密码登录和短信登录。',
  registPerson: '注册继续教育平台账号，完善专业信息后即可选课学习，获得学时与学分。',
  forgetpwd: '通过注册手机号的短信验证码找回密码，重新设置后用新密码登录。',
} as const;
