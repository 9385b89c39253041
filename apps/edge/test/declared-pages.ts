import type { AreaPages, Page } from '@cme/contract/site/pages';
import type { Application } from '@cme/release';

const createPage = (path: string, more: Partial<Page> = {}): Page => ({
  path,
  access: 'open',
  chunks: ['home'],
  ...more,
});
const userInfo = { path: '/qm/api/v5/user_info', access: 'learner' as const, body: {} };
const siteConfig = { path: '/qm/api/v5/site/config', access: 'public' as const, body: {} };
const restore = { path: '/qm/api/v5/session/restore', access: 'public' as const, body: {} };

/** What the test releases say about their pages. */
export const declaredPages: Record<Application, AreaPages> = {
  portal: {
    calling: [],
    closed: '/404',
    pages: [
      createPage('/', { crawling: 'listed' }),
      createPage('/xcys', { crawling: 'special' }),
      createPage('/crbjc', { crawling: 'special' }),
      createPage('/search', { crawling: 'hidden_with_query' }),
      createPage('/cart', { crawling: 'hidden' }),
      createPage('/order/:id/payment', { access: 'learner' }),
      createPage('/order', { access: 'learner' }),
      createPage('/news/:id/detail', { rows: { kinds: ['news'] } }),
      createPage('/helpcenter/manual', { rows: { kinds: ['help'], query: 'article' } }),
      createPage('/item/package/:id/detail', { rows: { kinds: ['content:P'] } }),
      createPage('/404'),
      createPage('/certificate/verify', { outlives_site: true }),
      createPage('/records', { shows_records: true }),
      createPage('/news', { query: { page: { kind: 'page_number' } } }),
      createPage('/item/course/:id/detail', {
        rows: { kinds: ['content'] },
        query: { tab: { kind: 'one_of', values: ['teachers'] } },
      }),
      createPage('/undrawn', { is_rendered: false }),
      createPage('*'),
    ],
  },
  player: {
    calling: [],
    restore,
    pages: [createPage('/player/:course_id/play', { chunks: ['play'], calls: [userInfo] })],
  },
  'user-centre': {
    calling: ['play'],
    restore,
    pages: [
      createPage('/user/learn', { calls: [userInfo, siteConfig] }),
      createPage('/user/trainingclass', { query: { screen: { kind: 'present' } } }),
    ],
  },
  commons: { calling: ['play'], pages: [] },
};
