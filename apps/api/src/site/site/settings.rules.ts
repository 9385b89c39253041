import { registrations } from '@cme/contract/person';
import { payChannelIds } from '@cme/contract/payment';
import * as z from 'zod/mini';
import { isSmsSign, parseTemplates } from '../../platform/settings/sms-template.ts';
import { headerStyles, mobileMenuStyles } from '../../platform/sites/site.tables.ts';

const text = (longest: number) =>
  z.string().check(z.trim(), z.maxLength(longest, `最多 ${longest} 个字`));
const name = (longest: number) => text(longest).check(z.minLength(1, '不能为空'));
const yesNo = z.enum(['Y', 'N'], '应为 Y 或 N');

/** A path of the site, or an https URL. */
const isPath = (value: string) => /^\/(?![/\\])[\w\-./?=&%#]*$/.test(value);
const isHttps = (value: string) => {
  const url = URL.parse(value);
  return url?.protocol === 'https:' && url.username === '' && url.password === '';
};
const path = text(300).check(
  z.refine((value) => value === '' || isPath(value), '应为以 / 开头的本站路径，或留空'),
);
const address = text(300).check(
  z.refine((value) => isPath(value) || isHttps(value), '应为本站路径或 https 地址'),
);
const https = text(300).check(z.refine(isHttps, '应为 https 地址'));
const picture = text(300).check(
  z.refine(
    (value) => value === '' || /^\/qm\/static\/[\w/-]+\.(svg|png|webp|jpg)$/.test(value),
    '应为 /qm/static/ 下的图片，或留空',
  ),
);

/** A date and time in Asia/Shanghai; `-` is none. */
const isoTime = z.pipe(
  z.string().check(
    z.regex(/^(-|\d{4}-\d{2}-\d{2}( \d{2}:\d{2})?)$/, '应为 2027-01-01 08:00，或 - 表示不限'),
    z.refine((value) => value === '-' || !Number.isNaN(parseTime(value).getTime()), '没有这一时刻'),
  ),
  z.transform((value: string) => (value === '-' ? null : parseTime(value))),
);
const parseTime = (value: string): Date =>
  new Date(`${value.slice(0, 10)}T${value.slice(11) || '00:00'}:00+08:00`);

/** A JSON text with a schema. */
const createJson = <Value extends z.ZodMiniType>(value: Value) =>
  z.pipe(
    z.pipe(
      z.string(),
      z.transform((text: string, context) => {
        try {
          return JSON.parse(text) as unknown;
        } catch {
          context.issues.push({ code: 'custom', message: '不是 JSON', input: text });
          return z.NEVER;
        }
      }),
    ),
    value,
  );
const createJsonList = <Item extends z.ZodMiniType>(item: Item, limit: number) =>
  createJson(z.array(item).check(z.maxLength(limit, `最多 ${limit} 项`)));

const smsWording = z.optional(
  z.strictObject(
    {
      sign: z.optional(z.string().check(z.refine(isSmsSign, 'sign 应为 2 至 20 个字，不带【】'))),
      template: z.optional(
        z
          .string()
          .check(
            z.refine(
              (text) => parseTemplates(text) !== undefined,
              'template 应为 SMS_1 或 SMS_1,regist:SMS_2+minutes',
            ),
          ),
      ),
    },
    '应为 {"sign":"…","template":"…"}',
  ),
);

const channels = z.pipe(
  z
    .string()
    .check(
      z.refine(
        (value) =>
          value === '-' ||
          value.split(',').every((item) => (payChannelIds as readonly string[]).includes(item)),
        `可用：${payChannelIds.join(',')}，以逗号分隔；- 表示全部`,
      ),
    ),
  z.transform((value: string) => (value === '-' ? [] : [...new Set(value.split(','))])),
);

const ways = z.pipe(
  z
    .string()
    .check(
      z.regex(/^(password|sms|wechat)(,(password|sms|wechat)){0,2}$/, '可用：password,sms,wechat'),
    ),
  z.transform((value: string) => [...new Set(value.split(','))]),
);

/** The settings of a site, each parsed from text. Domains are not among them: they are part of
 * URLs, sessions and certificates. */
export const siteSettings = {
  site_name: name(40),
  site_short_name: name(16),
  slogan: text(60),
  site_logo: picture,
  circle_logo: picture,
  favicon: picture,
  wechat_qr: picture,
  theme_primary: z.string().check(z.regex(/^#[0-9a-fA-F]{6}$/, '应为 #RRGGBB')),
  theme_radius: z.coerce
    .number('应为 0 至 24')
    .check(z.int('应为整数'), z.minimum(0, '应为 0 至 24'), z.maximum(24, '应为 0 至 24')),
  header_style: z.enum(headerStyles, `可用：${headerStyles.join('、')}`),
  mobile_menu_style: z.enum(mobileMenuStyles, `可用：${mobileMenuStyles.join('、')}`),
  footer_text: text(200),
  icp_no: text(60),
  icp_url: https,
  police_no: text(60),
  police_url: https,
  service_phone: text(30).check(z.regex(/^[\d+\- ]*$/, '应为电话号码')),
  service_time: text(60),
  links: createJsonList(z.object({ title: name(20), url: address }), 12),
  content_scope: z.enum(['all', 'listed'], '应为 all 或 listed'),
  pay_channels: channels,
  auto_credit: yesNo,
  login_ways: ways,
  play_kick_mode: z.enum(
    ['kick_previous', 'reject_current'],
    '应为 kick_previous 或 reject_current',
  ),
  sms: createJson(
    z.strictObject(
      { aliyun: smsWording, tencent: smsWording },
      '应为 {"aliyun":{…},"tencent":{…}}',
    ),
  ),
  registration: z.enum(registrations, `可用：${registrations.join('、')}`),
  unit_review: yesNo,
  single_login: yesNo,
  second_factor: z.enum(['off', 'optional'], '应为 off 或 optional'),
  isOpenOutsideWorld: yesNo,
  isEffectiveSite: yesNo,
  isEndSite: yesNo,
  defaultLoginUrl: path,
  effective_from: isoTime,
  effective_to: isoTime,
  records_years: z.coerce
    .number('应为 3 至 100')
    .check(z.int('应为整数'), z.minimum(3, '应为 3 至 100'), z.maximum(100, '应为 3 至 100')),
} as const;

export type SiteSetting = keyof typeof siteSettings;
export const isSiteSetting = (word: string): word is SiteSetting =>
  Object.hasOwn(siteSettings, word);

/** The menus of one position, in order. */
export const menuList = createJsonList(
  z.object({
    key: z.string().check(z.regex(/^[a-z][a-z0-9_-]{0,30}$/, 'key 应为小写英文')),
    title: name(16),
    path: address,
    need_login: z._default(yesNo, 'N'),
    open_in: z._default(z.enum(['self', 'new'], 'open_in 应为 self 或 new'), 'self'),
    icon: z._default(text(20), ''),
  }),
  16,
);
