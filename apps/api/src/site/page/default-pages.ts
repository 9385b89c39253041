import type { SitePageName } from '@cme/contract/site';
import type { Site } from '../../platform/sites/site.store.ts';

type Owner = Pick<Site, 'site_name' | 'service_phone' | 'service_time'>;

const escape = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
const paragraphs = (...lines: string[]) => lines.map((line) => `<p>${line}</p>`).join('');
const section = (title: string, ...lines: string[]) => `<h2>${title}</h2>${paragraphs(...lines)}`;

const phoneLine = ({ service_phone, service_time }: Owner) =>
  service_phone
    ? `服务热线：${escape(service_phone)}${service_time ? `（${escape(service_time)}）` : ''}`
    : '服务热线正在设置，设置后显示在这里和页面底部。';

/** The texts of a site that has not published its own. */
export const defaultPages: Readonly<Record<SitePageName, (site: Owner) => string>> = {
  about: (site) =>
    paragraphs(
      `${escape(site.site_name)}为卫生健康专业技术人员提供在线继续教育：公需科目、专业科目、专项培训、在线考试，以及学时学分和证书的管理。`,
      '学习过程由平台如实记录，证书可以凭编号在“证书查询”中核验。',
      phoneLine(site),
    ),
  contact: (site) =>
    paragraphs(
      phoneLine(site),
      '来电时请说明注册手机号的后四位和遇到的问题；请勿向任何人透露密码和短信验证码。',
      '对学时学分、订单、退款、发票和证书有疑问的，也可以先查阅“帮助中心”。',
    ),
  terms: (site) =>
    [
      section(
        '一、服务内容',
        `${escape(site.site_name)}（以下称“本平台”）提供卫生健康专业技术人员继续教育的课程、考试、学时学分和证书服务。`,
      ),
      section(
        '二、账号',
        '注册须使用本人的手机号、姓名和证件号码，账号仅限本人使用，不得出借、转让。请妥善保管密码，发现被他人使用的，请立即修改密码并与我们联系。',
      ),
      section(
        '三、学习与考试',
        '学习和考试须由本人完成。代学、代考、以程序代替学习等行为，一经查实，取消相应的学时、学分和证书。',
        '学时学分按国家和省继续教育规定认定，以本平台的记录为准。',
      ),
      section(
        '四、购买与退款',
        '课程的价格、学习期限和退款期限显示在下单页面。退款、发票按下单时确认的约定办理。',
      ),
      section(
        '五、知识产权',
        '课程的视频、文档、试题受法律保护，未经许可不得录制、复制、传播或者用于其他用途。',
      ),
      section(
        '六、变更与联系',
        '条款更新后会在本页公布新版本，并保留以前的版本。',
        phoneLine(site),
      ),
    ].join(''),
  privacy: (site) =>
    [
      section(
        '一、我们收集的信息',
        `${escape(site.site_name)}收集手机号，用于登录和通知；收集姓名和证件号码（敏感个人信息，须您单独同意），用于实名核验和证书核发；收集工作单位、专业系列、级别和岗位，用于确定年度要求和认定学分。`,
        '学习、考试、订单和登录的记录，用于提供服务、核算学时学分和保障账号安全。',
      ),
      section(
        '二、保存与保护',
        '证件号码和手机号加密保存，在页面和日志中只显示一部分。信息保存至账号注销；法律规定须继续保存的（如登录日志、订单、证书），保存至规定的期限。',
      ),
      section(
        '三、提供与公开',
        '单位审核人员能看到本单位人员办理业务所必需的信息；凭证书编号核验时，只显示部分隐藏的姓名和证件号码。除法律规定外，不向第三方提供。',
      ),
      section(
        '四、您的权利',
        '您可以在“账号设置”中查询、更正、导出个人信息，撤回同意，或者注销账号。',
      ),
      section(
        '五、更新与联系',
        '本政策更新后会在本页公布新版本，并保留以前的版本。',
        phoneLine(site),
      ),
    ].join(''),
};
