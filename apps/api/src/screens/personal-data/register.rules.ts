/** What happens to a person's rows when their account is closed. - `delete`: deleted - `unnamed`:
 * kept, but anonymous, since the account has no name and no number any more; `blank` lists the
 * columns that are emptied - `keep`: required by law */
export type OnClosing = 'delete' | 'unnamed' | 'keep';

export interface PersonalTable {
  /** Description for the person. */
  name: string;
  /** Condition on a person's rows; `:user` stands for their id. */
  of: string;
  onClosing: OnClosing;
  /** Columns that are emptied when the account is closed. */
  blank?: readonly string[];
  /** Retention period as text. */
  kept: string;
  /** Internal: not listed among the data of an account. */
  isInternal?: true;
  /** Columns omitted from an export besides hashes: secrets, and data that is not about the
   * person. */
  hidden?: readonly string[];
}

const ownCondition = 'user_id = :user';
const byNumber = (column: string) =>
  `${column} = (select u.mobile_hash from "user" u where u.user_id = :user)`;
const inTable = (column: string, table: string) =>
  `${column} in (select ${column} from ${table} where ${ownCondition})`;

const account = '至账号注销';
const unnamed = '至账号注销，之后仅作为无法识别个人的学习统计保留';
const orders = '订单完成后不少于三年（电子商务法第三十一条），会计凭证三十年（会计档案管理办法）';
const ledger = '长期，供学分和证书核验（继续医学教育学分管理办法）';
const logs = '190天，不少于六个月（网络安全法第二十一条）';

const deletedOnClosing = (name: string, of = ownCondition, kept = account): PersonalTable => ({
  name,
  of,
  onClosing: 'delete',
  kept,
});
const internalTable = (name: string, of?: string, kept?: string): PersonalTable => ({
  ...deletedOnClosing(name, of, kept),
  isInternal: true,
});
const keptUnnamed = (
  name: string,
  of = ownCondition,
  blank: readonly string[] = [],
): PersonalTable => ({
  name,
  of,
  onClosing: 'unnamed',
  blank,
  kept: unnamed,
});
const keptByLaw = (name: string, kept: string, of = ownCondition, blank: readonly string[] = []) =>
  ({ name, of, onClosing: 'keep', blank, kept }) satisfies PersonalTable;

/** All tables with personal data by name: content of an export, effect of closing the account,
 * retention. A table that is missing here fails the tests. */
export const personalTables: Readonly<Record<string, PersonalTable>> = {
  user: keptUnnamed('账号与个人资料'),
  former_account: {
    ...keptByLaw(
      '已注销账号的证件摘要',
      '注销后三年，用于重新注册时防止重复取得学分和考试机会',
      'former_id = :user or user_id = :user',
    ),
    isInternal: true,
  },
  consent: keptByLaw('同意记录', '长期，作为已征得同意和已按申请注销的证明'),
  user_session: {
    ...keptUnnamed('登录会话', ownCondition, ['user_agent', 'address']),
    kept: logs,
  },
  user_session_token: internalTable(
    '登录凭据',
    inTable('session_id', 'user_session'),
    '至会话结束',
  ),
  user_device: internalTable('常用设备', byNumber('account_hash'), '190天未使用即删除'),
  login_log: keptByLaw('登录日志', logs),
  sms_code: internalTable('短信验证码', byNumber('mobile_hash'), '15分钟'),
  reset_token: internalTable('找回密码凭据', ownCondition, '10分钟'),
  user_factor_code: internalTable('两步验证的恢复码', inTable('factor_id', 'user_factor')),
  user_factor: {
    ...deletedOnClosing('两步验证', ownCondition, '至停用、重置或账号注销'),
    hidden: ['secret_sealed', 'published', 'last_step'],
  },
  factor_ticket: internalTable('登录的第二步', ownCondition, '5分钟'),
  staff_session: internalTable('工作人员办理时的登录', ownCondition, '15分钟没有操作即结束'),
  wechat_identity: deletedOnClosing('微信绑定'),
  person_fact: deletedOnClosing('职称与岗位的填报、变更和证明'),
  unit_admin: deletedOnClosing('单位管理员身份'),
  unit_application: keptUnnamed('单位申请', ownCondition, ['reason']),
  identity_request: {
    ...deletedOnClosing('实名认证和更正申请'),
    kept: '至账号注销，证件照片至审核结束',
  },
  message: deletedOnClosing('站内消息'),
  message_choice: deletedOnClosing('通知设置'),
  search_history: deletedOnClosing('搜索记录', ownCondition, '最近十条'),
  favorite: deletedOnClosing('收藏'),
  cart_item: deletedOnClosing('购物车'),
  note: deletedOnClosing('笔记'),
  inquiry: keptUnnamed('提问'),
  appraise: keptUnnamed('课程评价'),
  live_booking: deletedOnClosing('直播预约'),
  live_attendance: keptUnnamed('直播观看时长'),
  live_message: keptUnnamed('直播发言', ownCondition, ['text']),
  live_mute: internalTable('直播禁言'),
  activity_apply: keptUnnamed('活动报名'),
  attachment_download: keptUnnamed('资料下载记录'),
  file: { ...deletedOnClosing('上传的文件'), hidden: ['place', 'object', 'fingerprint', 'sha256'] },
  learning: keptUnnamed('课程学习'),
  section_progress: keptUnnamed('章节学习进度', inTable('learning_id', 'learning')),
  section_fetch: {
    ...keptUnnamed('视频下载记录', inTable('learning_id', 'learning')),
    isInternal: true,
  },
  study_day: keptUnnamed('每日学习时长'),
  play_session: { ...keptUnnamed('播放记录', ownCondition, ['device']), hidden: ['allow_seek'] },
  beat_log: { ...keptUnnamed('播放明细', inTable('play_id', 'play_session')), kept: '13个月' },
  check_log: keptUnnamed('学习签到', inTable('learning_id', 'learning')),
  extension_request: keptUnnamed('延期申请', ownCondition, ['reason']),
  homework_submit: keptUnnamed('作业', ownCondition, ['text', 'draft', 'comment']),
  class_member: keptUnnamed('培训班报名'),
  class_sign: { ...keptUnnamed('培训班签到', ownCondition, ['reason']), hidden: ['actor_id'] },
  exam_attempt: { ...keptUnnamed('考试', ownCondition), hidden: ['instance', 'marks'] },
  exam_answer: keptUnnamed('考试答案', inTable('score_id', 'exam_attempt')),
  survey_submission: keptUnnamed('问卷提交'),
  survey_answer: keptUnnamed('问卷答案', inTable('submission_id', 'survey_submission')),
  credit_record: keptByLaw('学时学分台账', ledger),
  credit_waiver: keptByLaw('年度要求减免', ledger, ownCondition, ['reason']),
  declare: keptByLaw('学分申报', ledger),
  declare_refusal: keptByLaw('学分申报的退回和驳回', ledger),
  certificate: { ...keptByLaw('证书', ledger), hidden: ['sha256'] },
  study_card: {
    ...keptByLaw('学习卡', orders, 'bound_user = :user'),
    hidden: ['password_hash'],
  },
  order: keptByLaw('订单', orders),
  order_item: keptByLaw('订单明细', orders, inTable('order_code', '"order"')),
  order_request: internalTable('下单请求', ownCondition, account),
  order_hold: internalTable('下单占用'),
  trade: { ...keptByLaw('支付', orders), hidden: ['prepay'] },
  refund: keptByLaw('退款', orders),
  refund_item: keptByLaw('退款明细', orders, inTable('refund_no', 'refund')),
  invoice: keptByLaw('发票', orders, ownCondition, ['email']),
  data_export: { ...deletedOnClosing('个人数据导出', ownCondition, '24小时'), hidden: ['file_id'] },
  account_closing: keptByLaw('注销申请', '长期，作为已征得同意和已按申请注销的证明'),
};

/** Columns that refer to staff in their role, a device or a total, not to a person's own data. */
export const notPersonal: Readonly<Record<string, string>> = {
  approval: 'staff who decide',
  declare_view: 'staff who looked',
  homework_view: 'staff who looked',
  news_reader: 'a keyed hash that is made anew each day',
  state_log: 'ids alone, kept for ever as the record of decisions',
};

/** Secrets, a client's own keys, and deciding staff. */
const secret = /(^|_)(hash|token)$|_by$|^request_id$/;
/** Columns of a table that an export omits. */
export const isHidden = (table: string, column: string): boolean =>
  secret.test(column) || (personalTables[table]?.hidden ?? []).includes(column);
