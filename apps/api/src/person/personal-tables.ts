import {
  deletedOnClosing,
  inTable,
  internalTable,
  keptByLaw,
  keptUnnamed,
  ownCondition,
  type PersonalTable,
} from '../platform/personal-data/personal-table.ts';

const logs = '190天，不少于六个月（网络安全法第二十一条）';
const byNumber = (column: string) =>
  `${column} = (select u.mobile_hash from "user" u where u.user_id = :user)`;

/** The room's tables with personal data: content of an export, effect of closing the account,
 * retention. A table that is missing here fails the tests. */
export const personTables: Readonly<Record<string, PersonalTable>> = {
  user: keptUnnamed('账号与个人资料'),
  user_picture: { ...deletedOnClosing('个人照片'), hidden: ['picture'] },
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
  sms_message: internalTable('短信发送记录', byNumber('account_hash'), '30天'),
  sms_attempt: internalTable(
    '短信的发送和送达结果',
    `message_id in (select message_id from sms_message where ${byNumber('account_hash')})`,
    '30天',
  ),
  reset_token: internalTable('找回密码凭据', ownCondition, '10分钟'),
  user_factor_code: internalTable('两步验证的恢复码', inTable('factor_id', 'user_factor')),
  user_factor: {
    ...deletedOnClosing('两步验证', ownCondition, '至停用、重置或账号注销'),
    hidden: ['secret_sealed', 'published', 'last_step'],
  },
  factor_ticket: internalTable('登录的第二步', ownCondition, '5分钟'),
  staff_session: internalTable('工作人员办理时的登录', ownCondition, '15分钟没有操作即结束'),
  staff_invitation: internalTable('管理员邀请', ownCondition, '长期，作为授权的记录'),
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
  file: { ...deletedOnClosing('上传的文件'), hidden: ['place', 'object', 'fingerprint', 'sha256'] },
};
