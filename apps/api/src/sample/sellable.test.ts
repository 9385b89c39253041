import { existsSync } from 'node:fs';
import { contentList, homeIndex } from '@cme/contract/content';
import { sites } from '@cme/sample/sites';
import { describe, expect, it } from 'vitest';
import { startApiForFile } from '../../test/api-for-file.ts';
import { newLearner } from '../../test/learner.ts';
import { readReadiness } from '../content/catalogue/sale.store.ts';
import { readOutlines, readPlayable } from '../content/catalogue/outline.store.ts';
import { isPlace, mediaRoot } from '../platform/media/media-files.ts';

const api = await startApiForFile({ sample: true });
const openSites = sites.filter(({ key }) => !['ended', 'opening'].includes(key));

async function listAll(as: { host: string; token: string }) {
  const cards = [];
  for (let page = 1; ; page += 1) {
    const { list, total } = await api.send(contentList, { page, page_size: 50 }, as);
    cards.push(...list);
    if (cards.length >= total || list.length === 0) return cards;
  }
}

describe.each(openSites)('what $key sells', ({ site_id, domain, key }) => {
  it('can be studied to the end: every required section has media that exists', async () => {
    const learner = await newLearner(api, site_id, domain);
    const cards = await listAll(learner);
    expect(cards.length).toBeGreaterThan(key === 'main' ? 40 : 5);
    expect(cards.filter(({ unready, presale_until }) => unready ?? presale_until)).toEqual([]);
    const ids = cards.map(({ id }) => id);
    const readiness = await readReadiness(api.db, ids);
    expect(ids.filter((id) => readiness.get(id)!.some(({ missing }) => missing > 0))).toEqual([]);
    const outlines = await readOutlines(api.db, ids);
    for (const { id, title } of cards) {
      const sections = outlines.get(id)!.sections;
      const studied = sections.filter(({ type }) => ['video', 'audio', 'doc'].includes(type));
      const playable = await readPlayable(
        api.db,
        studied.map(({ section_id }) => section_id),
      );
      for (const { folder, seconds } of playable.values()) {
        expect(folder, title).not.toBeNull();
        expect(seconds, title).toBeGreaterThan(5);
        // A recording that was uploaded is in the storage.
        if (folder && !isPlace(folder))
          expect(existsSync(`${mediaRoot}/${folder}`), `${title}: ${folder}`).toBe(true);
      }
    }
  });

  it('has no live for money, and none is called live without a stream', async () => {
    const learner = await newLearner(api, site_id, domain);
    const lives = (await listAll(learner)).filter(({ content_type }) => content_type === 'L');
    expect(lives.filter(({ is_free }) => is_free === 'N')).toEqual([]);
    const { live } = await api.send(homeIndex, {}, learner);
    expect(live.filter(({ live_status_name }) => live_status_name === '直播中')).toEqual([]);
  });
});
