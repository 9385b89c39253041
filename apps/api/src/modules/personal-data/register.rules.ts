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

const own = 'user_id = :user';
const byNumber = (column: string) =>
  `${column} = (select u.mobile_hash from "user" u where u.user_id = :user)`;
const within = (column: string, table: string) =>
  `${column} in (select ${column} from ${table} where ${own})`;

const account = '至账号注销';
const unnamed = '至账号注销，之后仅作为无法识别个人的学习统计保留';
const orders = '订单完成后不少于三年（电子商务法第三十一条），会计凭证三十年（会计档案管理办法）';
const ledger = '长期，供学分和证书核验（继续医学教育学分管理办法）';
const logs = '190天，不少于六个月（网络安全法第二十一条）';

const deleted = (name: string, of = own, kept = account): PersonalTable => ({
  name,
  of,
  onClosing: 'delete',
  kept,
});
const internal = (name: string, of?: string, kept?: string): PersonalTable => ({
  ...deleted(name, of, kept),
  isInternal: true,
});
const stays = (name: string, of = own, blank: readonly string[] = []): PersonalTable => ({
  name,
  of,
  onClosing: 'unnamed',
  blank,
  kept: unnamed,
});
const lawful = (name: string, kept: string, of = own, blank: readonly string[] = []) =>
  ({ name, of, onClosing: 'keep', blank, kept }) satisfies PersonalTable;

/** All tables with personal data by name: content of an export, effect of closing the account,
 * retention. A table that is missing here fails the tests. */
export const personalTables: Readonly<Record<string, PersonalTable>> = {
  user: stays('账号与个人资料'),
  consent: lawful('同意记录', '长期，作为已征得同意和已按申请注销的证明'),
  user_session: {
    ...stays('登录会话', own, ['user_agent', 'address']),
    kept: logs,
  },
  user_session_token: internal('登录凭据', within('session_id', 'user_session'), '至会话结束'),
  user_device: internal('常用设备', byNumber('account_hash'), '190天未使用即删除'),
  login_log: lawful('登录日志', logs),
  sms_code: internal('短信验证码', byNumber('mobile_hash'), '15分钟'),
  reset_token: internal('找回密码凭据', own, '10分钟'),
  wechat_identity: deleted('微信绑定'),
  unit_admin: deleted('单位管理员身份'),
  unit_application: stays('单位申请', own, ['reason']),
  identity_request: {
    ...deleted('实名认证和更正申请'),
    kept: '至账号注销，证件照片至审核结束',
  },
  message: deleted('站内消息'),
  message_choice: deleted('通知设置'),
  search_history: deleted('搜索记录', own, '最近十条'),
  favorite: deleted('收藏'),
  cart_item: deleted('购物车'),
  note: deleted('笔记'),
  inquiry: stays('提问'),
  appraise: stays('课程评价'),
  live_booking: deleted('直播预约'),
  live_attendance: stays('直播观看时长'),
  live_message: stays('直播发言', own, ['text']),
  live_mute: internal('直播禁言'),
  activity_apply: stays('活动报名'),
  attachment_download: stays('资料下载记录'),
  file: { ...deleted('上传的文件'), hidden: ['place', 'object', 'fingerprint', 'sha256'] },
  learning: stays('课程学习'),
  section_progress: stays('章节学习进度', within('learning_id', 'learning')),
  study_day: stays('每日学习时长'),
  play_session: { ...stays('播放记录', own, ['device']), hidden: ['allow_seek'] },
  beat_log: { ...stays('播放明细', within('play_id', 'play_session')), kept: '13个月' },
  check_log: stays('学习签到', within('learning_id', 'learning')),
  extension_request: stays('延期申请', own, ['reason']),
  homework_submit: stays('作业', own, ['text', 'comment']),
  class_member: stays('培训班报名'),
  class_sign: { ...stays('培训班签到', own, ['reason']), hidden: ['actor_id'] },
  exam_attempt: { ...stays('考试', own), hidden: ['instance', 'marks'] },
  exam_answer: stays('考试答案', within('score_id', 'exam_attempt')),
  survey_submission: stays('问卷提交'),
  survey_answer: stays('问卷答案', within('submission_id', 'survey_submission')),
  credit_record: lawful('学时学分台账', ledger),
  credit_waiver: lawful('年度要求减免', ledger, own, ['reason']),
  declare: lawful('学分申报', ledger),
  certificate: { ...lawful('证书', ledger), hidden: ['sha256'] },
  study_card: {
    ...lawful('学习卡', orders, 'bound_user = :user'),
    hidden: ['password_hash'],
  },
  order: lawful('订单', orders),
  order_item: lawful('订单明细', orders, within('order_code', '"order"')),
  order_request: internal('下单请求', own, account),
  order_hold: internal('下单占用'),
  trade: { ...lawful('支付', orders), hidden: ['prepay'] },
  refund: lawful('退款', orders),
  refund_item: lawful('退款明细', orders, within('refund_no', 'refund')),
  invoice: lawful('发票', orders, own, ['email']),
  data_export: { ...deleted('个人数据导出', own, '24小时'), hidden: ['file_id'] },
  account_closing: lawful('注销申请', '长期，作为已征得同意和已按申请注销的证明'),
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
