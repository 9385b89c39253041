import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openEdge } from './edge.ts';

let edge: Awaited<ReturnType<typeof openEdge>>;
beforeAll(async () => void (edge = await openEdge()));
afterAll(() => edge.close());

describe('robots.txt', () => {
  it('names the site map of an open site at the requested address', async () => {
    const { text, status } = await edge.get('cme.localhost:8080', '/robots.txt');
    expect(status).toBe(200);
    expect(text).toContain('Disallow: /qm/');
    expect(text).toContain('Sitemap: http://cme.localhost:8080/sitemap.xml');
    expect(text.match(/(?<=Disallow: ).*/g)).toEqual([
      '/qm/',
      '/edge/',
      '/player',
      '/user',
      '/search?',
      '/cart',
      '/order',
    ]);
    expect(text).not.toMatch(/Disallow: \/\n/);
    expect(text).not.toMatch(/Disallow: \/(search|changecredits\/index)?\n/);
  });

  it.each([
    'hospital.localhost',
    'ended.localhost',
    'player.cme.localhost:8080',
    'nobody.localhost',
  ])('%s disallows crawling', async (host) => {
    const { text } = await edge.get(host, '/robots.txt');
    expect(text).toBe('User-agent: *\nDisallow: /\n');
    expect((await edge.get(host, '/sitemap.xml')).status).toBe(404);
  });
});

describe('sitemap.xml', () => {
  it('lists the pages of the site with its own address, escaped', async () => {
    const { text, status, headers } = await edge.get('clinic.localhost:8080', '/sitemap.xml');
    expect(status).toBe(200);
    expect(headers['content-type']).toContain('application/xml');
    expect(text).toContain('<loc>http://clinic.localhost:8080/</loc>');
    expect(text).toContain('<loc>http://clinic.localhost:8080/news/n1/detail</loc>');
    expect(text).toContain('<lastmod>2026-11-01</lastmod>');
    expect(text).toContain('<loc>http://clinic.localhost:8080/item/package/p%26%3C1/detail</loc>');
    expect(text).toContain('/helpcenter/manual?article=refund</loc>');
    expect(text).toContain('<loc>http://clinic.localhost:8080/xcys</loc>');
    expect(text).not.toContain('crbjc');
    expect(text).toContain('/item/course/c1/detail</loc>');
    expect(text).not.toContain('of a kind without a page');
  });

  it('waits for a release that declares its pages', async () => {
    const older = await openEdge({ isOlder: true });
    expect((await older.get('cme.localhost:8080', '/sitemap.xml')).status).toBe(503);
    expect((await older.get('cme.localhost:8080', '/robots.txt')).text).toContain(
      'Disallow: /user',
    );
    await older.close();
  });

  it.each(['0', '-1', 'x', '1e9', '99999'])('part %s is not found', async (part) => {
    expect((await edge.get('cme.localhost:8080', `/sitemap.xml?part=${part}`)).status).toBe(404);
  });
});
