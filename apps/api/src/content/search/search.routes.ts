import {
  searchForget,
  searchHistory,
  searchHot,
  searchIndex,
  type SearchHit,
  searchKinds,
  searchRecord,
  searchSuggest,
} from '@cme/contract/content';
import type { FastifyInstance } from 'fastify';
import type { AppContext } from '../../platform/context/context.ts';
import { answer } from '../../platform/http/answer.ts';
import { formatTime } from '../../platform/http/format-time.ts';
import { refreshEntries } from './entry.store.ts';
import { countMatches, findEntries, type Found, suggestTitles } from './find.store.ts';
import { type SearchQuery, toSearchQuery } from './grams.rules.ts';
import { findMarks, getExcerpt } from './marks.rules.ts';
import { toRecordedWord } from './record.rules.ts';
import { countWord, forget, readSearchHistory, hotWords, remember } from './record.store.ts';
import { relaxKeyword } from './relax.rules.ts';
import { readSynonyms } from './synonym.store.ts';
import type { Synonyms } from './synonyms.rules.ts';

const suggested = 8;
const hotMs = 60_000;

export function registerSearch(app: FastifyInstance, context: AppContext): void {
  app.addHook('onListen', () => {
    void refreshEntries(context.db, context.stopping).catch((error: unknown) =>
      context.log.error({ err: error }, 'rebuilding search entries failed'),
    );
  });
  const synonyms = keepSynonyms(context);
  answer(
    app,
    context,
    searchIndex,
    async ({ body: { page, page_size, ...filters }, site, db }) => {
      const now = context.now();
      const find = (search: SearchQuery) =>
        findEntries(db, site.site_id, { search, filters, page, size: page_size }, now);
      const whole = toSearchQuery(filters.keyword);
      const first = whole && (await find(whole));
      const hasFound = first && Object.keys(first.counts).length > 0;
      const relaxed =
        whole && !hasFound
          ? await relaxKeyword(filters.keyword, await synonyms(), (search) =>
              countMatches(db, site.site_id, search, { now }),
            )
          : undefined;
      const { counts, entries } = relaxed
        ? await find(relaxed.search)
        : (first ?? { counts: {}, entries: [] });
      const kindCounts = searchKinds.map((kind) => [kind, counts[kind] ?? 0] as const);
      const total = filters.type
        ? (counts[filters.type] ?? 0)
        : kindCounts.reduce((sum, [, count]) => sum + count, 0);
      const words = (relaxed?.search ?? whole)?.words ?? [];
      const known = await synonyms();
      return {
        list: entries.map((entry) => toSearchHit(entry, words, known)),
        total,
        page,
        page_size,
        counts: Object.fromEntries(kindCounts) as Record<(typeof searchKinds)[number], number>,
        ...(relaxed && relaxed.dropped.length > 0
          ? { asked_words: relaxed.words, dropped_words: relaxed.dropped }
          : {}),
      };
    },
    { sharedForMs: context.settings.listCacheMs },
  );
  answer(app, context, searchSuggest, async ({ body, site, db }) => {
    const now = context.now();
    // Whether a query finds titles is asked by reading them, so those of the closest are there.
    const titles = new Map<SearchQuery, Promise<{ text: string; kind: string }[]>>();
    const suggest = (search: SearchQuery) => {
      const found =
        titles.get(search) ?? suggestTitles(db, site.site_id, { search, size: suggested }, now);
      titles.set(search, found);
      return found;
    };
    const relaxed = await relaxKeyword(
      body.keyword,
      await synonyms(),
      async (search) => (await suggest(search)).length,
    );
    return { list: relaxed ? await suggest(relaxed.search) : [] };
  });
  registerWords(app, context);
}

const synonymsMs = 10_000;

/** Synonyms as read a little while ago. */
function keepSynonyms({ db, now }: AppContext): () => Promise<Synonyms> {
  let kept: { synonyms: Promise<Synonyms>; at: number } | undefined;
  return () => {
    const at = now().getTime();
    if (!kept || Math.abs(at - kept.at) > synonymsMs) {
      const synonyms = readSynonyms(db);
      kept = { synonyms, at };
      synonyms.catch(() => (kept = undefined));
    }
    return kept.synonyms;
  };
}

function toSearchHit(
  entry: Found['entries'][number],
  words: readonly string[],
  synonyms: Synonyms,
): SearchHit {
  const { kind, id, title, shown } = entry;
  const piece = getExcerpt(entry.text, words, synonyms);
  return {
    kind,
    id,
    title,
    title_marks: findMarks(title, words, synonyms),
    text: piece.text,
    text_marks: piece.marks,
    publish_at: formatTime(new Date(entry.publish_ms)),
    path: shown.path ?? '',
    note: shown.note ?? '',
    ...(shown.card ? { card: shown.card } : {}),
  };
}

/** Popular words, and one's own search history. */
function registerWords(app: FastifyInstance, context: AppContext): void {
  answer(
    app,
    context,
    searchHot,
    async ({ site, db }) => ({ list: await hotWords(db, site.site_id, context.now()) }),
    { sharedForMs: context.settings.listCacheMs > 0 ? hotMs : 0 },
  );
  answer(
    app,
    context,
    searchRecord,
    async ({ body, site, db, person }) => {
      const word = toRecordedWord(body.keyword);
      if (!word) return {};
      const search = toSearchQuery(word);
      const now = context.now();
      if (search && (await countMatches(db, site.site_id, search, { now, most: 1 })) > 0)
        await countWord(db, site.site_id, word, now);
      if (person) await remember(db, person.user_id, word, context.now());
      return {};
    },
    { perMinute: 20, strangersPerMinute: 60 },
  );
  answer(app, context, searchHistory, async ({ db, person }) => ({
    list: await readSearchHistory(db, person.user_id),
  }));
  answer(app, context, searchForget, async ({ body, db, person }) => {
    await forget(db, person.user_id, body.keyword);
    return {};
  });
}
