import { areas } from '@cme/contract/site';
import { plainHost } from '../../platform/sites/site.rules.ts';

const label = /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/;

/** Host names of the main domain that the installation needs itself. */
const reserved = [...areas.filter((name) => name !== 'portal'), 'api', 'files', 'pay', 'console'];

/** A domain as stored, or why it cannot be one. */
export function parseDomain(word: string): { domain: string } | { fault: string } {
  const text = word.trim();
  const wrong = {
    fault: `域名“${text.slice(0, 80)}”不正确：应为主机名，如 cme.example.com，不含 http://、端口和路径`,
  };
  if (/[\s/:@?#]/.test(text)) return wrong;
  const domain = plainHost(text);
  const labels = domain.split('.');
  const isName =
    labels.length >= 2 &&
    domain.length <= 253 &&
    labels.every((part) => label.test(part)) &&
    !/^\d+$/.test(labels.at(-1) ?? '');
  return isName ? { domain } : wrong;
}

/** Whether a host is an address of the installation: `api.` of the main domain and the like. */
export const isReserved = (domain: string, mainDomain: string): boolean =>
  reserved.some((name) => domain === `${name}.${mainDomain}`);

const menu = (key: string, title: string, path: string, needLogin: 'Y' | 'N' = 'N') => ({
  key,
  title,
  path,
  need_login: needLogin,
});

/** The menus of a new site. Those without content are not shown until there is some. */
export const firstMenus = {
  pc: [
    menu('home', '首页', '/'),
    menu('publicneed', '公需科目', '/publicneed'),
    menu('profession', '专业科目', '/profession'),
    menu('xcys', '乡村医生专项培训', '/xcys'),
    menu('crbjc', '传染病监测预警培训', '/crbjc'),
    menu('regulations', '政策法规', '/news?type=N'),
    menu('notices', '通知公告', '/news?type=B'),
    menu('changecredits', '学分兑换', '/changecredits', 'Y'),
    menu('helpcenter', '帮助中心', '/helpcenter'),
    menu('user', '个人中心', '/user', 'Y'),
  ],
  mobile: [
    menu('home', '首页', '/'),
    menu('course', '课程', '/profession'),
    menu('learn', '学习', '/user/learn', 'Y'),
    menu('mine', '我的', '/user', 'Y'),
  ],
} as const;
