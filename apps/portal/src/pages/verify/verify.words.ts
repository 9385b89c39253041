/** Texts of the page that verifies certificates. */
export const verifyWords = {
  title: '证书查询',
  intro:
    '输入证书编号和持证人证件号码后四位，或扫描证书上的二维码，核验证书真伪与当前状态。无需登录。',
  certNo: '证书编号',
  certHint: '印在证书上，例如 2026-0351-P-0001234-7',
  idTail: '身份证号后四位',
  idHint: '末位是 X 的请输入 X；其他证件输入号码的后四位字母或数字',
  submit: '验证证书',
  needNo: '请输入证书编号',
  wrongNo: '证书编号不正确，请对照证书核对',
  wrongTail: '请输入四位字符',
  another: '查询其他证书',
  states: {
    issued: '证书有效',
    revoked: '证书已撤销',
    replaced: '证书已换发',
    expired: '证书已过期',
  } as Record<string, string>,
  reason: '原因',
  replacedBy: '换发后的证书',
  replaces: '换发自证书',
  history: '状态记录',
  hash: '内容校验值（SHA-256）',
  hashHint: '证书签发时对内容计算所得，内容如有改动，校验值即不相符。',
  checkedAt: (at: string) => `查询时间 ${at}`,
  sealed: '已核验',
} as const;
