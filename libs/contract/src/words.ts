/** Error words of the platform: the machine word that travels in `data.code`, and texts the spec fixes. */
export const codes = [
  'toRegister', 'captcha_wrong', 'account_locked', 'need_login', 'site_closed', 'site_unknown', 'site_mismatch',
  'not_in_scope', 'not_owned', 'section_locked', 'play_moved', 'play_lapsed', 'check_open', 'daily_cap',
  'order_pending_exists', 'item_owned', 'price_changed', 'order_state', 'request_reused', 'cart_full', 'pay_amount', 'gateway_away', 'wechat_needed', 'wechat_refused', 'refund_blocked', 'refund_pending', 'exam_locked', 'exam_cooling', 'exam_exhausted', 'exam_moved', 'exam_over',
  'exam_open_questions', 'answer_stale', 'survey_first', 'credit_exists', 'cert_unmet', 'cert_not_found', 'mobile_taken', 'id_taken', 'sms_wrong', 'bad_request', 'rate_limited', 'not_found',
] as const;
/** A newer API may know more words than this client: treat an unknown one as no word at all. */
export type Code = (typeof codes)[number];

/** Texts given by the spec, letters as spelt there. */
export const words = {
  sessionTitle: '提示',
  sessionLost: '登录已失效，确定重新登录吗？',
  confirm: '确认',
  siteClosed: '该站点不对外开放',
  loginFirst: '请先登陆',
} as const;
