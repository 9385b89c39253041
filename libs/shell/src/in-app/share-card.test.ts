import { renderPage, samplePage, sampleSite } from '@cme/testing';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { shareCard, signedAddress } from './share-card.ts';

const setHead = (tags: Record<string, string>) => {
  const tagsHtml = Object.entries(tags)
    .map(([name, content]) => `<meta property="${name}" name="${name}" content="${content}">`)
    .join('');
  document.head.insertAdjacentHTML('beforeend', tagsHtml);
  document.title = '手卫生-继续教育中心';
};
const iphone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5) MicroMessenger/8.0.50';
const android = 'Mozilla/5.0 (Linux; Android 14) MicroMessenger/8.0.50';

beforeEach(() => {
  const site = sampleSite({ circle_logo: '/qm/static/site/circle.svg' });
  renderPage('/', [{ path: '/', element: null }], { page: samplePage({ site }) }).unmount();
  for (const meta of document.head.querySelectorAll('meta')) meta.remove();
  history.replaceState({}, '', '/item/course/1/detail?from=x#top');
});
afterEach(() => {
  vi.restoreAllMocks();
  for (const meta of document.head.querySelectorAll('meta')) meta.remove();
});

describe('shareCard', () => {
  it('reads the head of the page', () => {
    setHead({
      'og:url': 'http://cme.localhost/item/course/1/detail',
      'og:description': '怎样洗手',
      'og:image': 'http://cme.localhost/cover.svg',
    });
    expect(shareCard()).toEqual({
      title: '手卫生-继续教育中心',
      desc: '怎样洗手',
      link: 'http://cme.localhost/item/course/1/detail',
      imgUrl: 'http://cme.localhost/cover.svg',
    });
  });

  it.each([[{ 'og:url': 'http://cme.localhost/cart', robots: 'noindex' }], [{}]])(
    'describes the site for a page that is not indexed: %o',
    (tags) => {
      setHead(tags as Record<string, string>);
      expect(shareCard()).toEqual({
        title: sampleSite().site_name,
        desc: sampleSite().slogan,
        link: `${location.origin}/`,
        imgUrl: `${location.origin}/qm/static/site/circle.png`,
      });
    },
  );
});

describe('signedAddress', () => {
  it("is the document's first URL on iOS and the current URL on Android, without the fragment", () => {
    vi.spyOn(performance, 'getEntriesByType').mockReturnValue([
      { name: 'http://cme.localhost/#x' } as PerformanceEntry,
    ]);
    expect(signedAddress(iphone)).toBe('http://cme.localhost/');
    expect(signedAddress(android)).toBe(`${location.origin}/item/course/1/detail?from=x`);
  });
});
