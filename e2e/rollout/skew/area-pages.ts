import type { Page } from '@playwright/test';
import { courseId } from '@cme/sample/ids';

export type AreaName = 'portal' | 'player' | 'user-centre';

/** A page of an area, and an element that appears after its calls. */
export interface AreaPage {
  area: AreaName;
  path: string;
  shows: (page: Page) => ReturnType<Page['getByRole']>;
}

const homePage: AreaPage = {
  area: 'portal',
  path: '/',
  shows: (page) => page.getByRole('heading', { name: '推荐课程' }).first(),
};
const learnPage: AreaPage = {
  area: 'user-centre',
  path: '/user/learn',
  shows: (page) => page.getByRole('heading', { level: 1, name: '我的课程' }),
};
const examPage = (site: 'main' | 'hospital', course: string): AreaPage => ({
  area: 'player',
  path: `/player/${courseId(site, course)}/exam/online`,
  shows: (page) => page.getByRole('button', { name: '开始考试' }),
});

export const passwordPage: AreaPage = {
  area: 'user-centre',
  path: '/user/setting?view=password',
  shows: (page) => page.getByLabel('新密码', { exact: true }),
};
export const resetPage: AreaPage = {
  area: 'portal',
  path: '/forgetpwd',
  shows: (page) => page.getByLabel('手机号', { exact: true }),
};

const playPage = (course: string): AreaPage => ({
  area: 'player',
  path: `/player/${courseId('hospital', course)}/play`,
  shows: (page) => page.getByRole('navigation', { name: '目录' }),
});

/** Each area on its own domain of the main site. */
export const ownDomainPages: Record<AreaName, [host: string, place: AreaPage]> = {
  portal: ['cme.localhost', homePage],
  player: ['player.cme.localhost', examPage('main', 'ai-health')],
  'user-centre': ['user.cme.localhost', learnPage],
};
/** One page of a customer domain on which the portal mounts one area and then the other. */
export const customerHost = 'hospital.localhost';
export const mountedPages = [learnPage, examPage('hospital', 'infection-control')] as const;
/** A page that the portal opens with this area alone. */
export const openedPage = playPage('infection-control');
