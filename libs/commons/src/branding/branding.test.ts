import { beforeEach, describe, expect, it } from 'vitest';
import { mainPage, show, siteLike } from '../../test/page-block.ts';
import {
  domainOf,
  isCustomer,
  isEnded,
  isFound,
  isOpen,
  mainSiteOf,
  pageTitle,
  site,
  siteQuery,
} from './index.ts';

beforeEach(() => show(mainPage()));

describe('the site', () => {
  it('comes from the page', () => {
    expect(site().site_name).toBe('省卫生健康继续教育中心');
    expect(siteQuery('circle').initialData()).toEqual(site());
  });

  it.each([
    ['Y', true],
    ['N', false],
  ] as const)('reads %s as %s', (flag, yes) => {
    expect(isOpen({ isOpenOutsideWorld: flag })).toBe(yes);
    expect(isEnded({ isEndSite: flag })).toBe(yes);
    expect(isCustomer({ isCustomerDomain: flag })).toBe(yes);
    expect(isFound({ isEffectiveSite: flag, isEndSite: 'N' })).toBe(yes);
    expect(isFound({ isEffectiveSite: flag, isEndSite: 'Y' })).toBe(true);
  });

  it.each([
    ['登录', '登录-省卫生健康继续教育中心'],
    ['', '省卫生健康继续教育中心'],
    [undefined, '省卫生健康继续教育中心'],
  ])('titles the page %s as %s', (name, title) => {
    expect(pageTitle(name)).toBe(title);
  });
});

describe('a domain without a site', () => {
  it.each([
    ['http:', 'http://cme.localhost:8080/'],
    ['https:', 'https://cme.localhost:8080/'],
    ['javascript:', 'http://cme.localhost:8080/'],
  ])('redirects to the main host over %s', (protocol, address) =>
    expect(mainSiteOf(siteLike({ isEffectiveSite: 'N' }), protocol)).toBe(address),
  );

  it('does not redirect when the site exists, has ended, or no main host is known', () => {
    expect(mainSiteOf(siteLike(), 'http:')).toBeUndefined();
    expect(mainSiteOf(siteLike({ isEffectiveSite: 'N', isEndSite: 'Y' }), 'http:')).toBeUndefined();
    expect(mainSiteOf(siteLike({ isEffectiveSite: 'N', main_host: '' }), 'http:')).toBeUndefined();
  });
});

describe('the domain of a host', () => {
  it.each([
    ['cme.localhost:8080', 'cme.localhost'],
    ['CME.localhost.:8080', 'cme.localhost'],
    ['Hospital.localhost.', 'hospital.localhost'],
    ['localhost', 'localhost'],
    ['LOCALHOST:8080', 'localhost'],
    ['127.0.0.1:8080', 'localhost'],
    ['127.0.0.53', 'localhost'],
    ['[::1]:8080', 'localhost'],
    ['0.0.0.0:8080', 'localhost'],
    ['192.168.1.20:8080', 'localhost'],
    ['10.0.0.5', 'localhost'],
    ['172.16.0.1', 'localhost'],
    ['172.32.0.1', '172.32.0.1'],
    ['8.8.8.8', '8.8.8.8'],
    ['10.evil.example', '10.evil.example'],
    ['train.example.org', 'train.example.org'],
  ])('%s is %s', (host, domain) => expect(domainOf(host)).toBe(domain));
});
