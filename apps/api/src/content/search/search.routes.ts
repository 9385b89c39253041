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
import { findEntries, findsAny, type Found, suggestTitles } from './find.store.ts';
import { toSearchQuery } from './grams.rules.ts';
import { findMarks, getExcerpt } from './marks.rules.ts';
import { toRecordedWord } from './record.rules.ts';
import { countWord, forget, readSearchHistory, hotWords, remember } from './record.store.ts';

const suggested = 8;
const hotMs = 60_000;

export function registerSearch(app: FastifyInstance, context: AppContext): void {
  app.addHook('onListen', () => {
    void refreshEntries(context.db, context.stopping).catch((error: unknown) =>
      context.log.error({ err: error }, 'rebuilding search entries failed'),
    );
  });
  answer(
    app,
    context,
    searchIndex,
    async ({ body: { page, page_size, ...filters }, site, db }) => {
      const search = toSearchQuery(filters.keyword);
      const { counts, entries } = search
        ? await findEntries(
            db,
            site.site_id,
            { search, filters, page, size: page_size },
            context.now(),
          )
        : { counts: {}, entries: [] };
      const kindCounts = searchKinds.map((kind) => [kind, counts[kind] ?? 0] as const);
      const total = filters.type
        ? (counts[filters.type] ?? 0)
        : kindCounts.reduce((sum, [, count]) => sum + count, 0);
      return {
        list: entries.map((entry) => toSearchHit(entry, search?.words ?? [])),
        total,
        page,
        page_size,
        counts: Object.fromEntries(kindCounts) as Record<(typeof searchKinds)[number], number>,
      };
    },
    { sharedForMs: context.settings.listCacheMs },
  );
  answer(app, context, searchSuggest, async ({ body, site, db }) => {
    const search = toSearchQuery(body.keyword);
    const list = search
      ? await suggestTitles(
          db,
          site.site_id,
          { search, keyword: body.keyword, size: suggested },
          context.now(),
        )
      : [];
    return { list };
  });
  registerWords(app, context);
}

function toSearchHit(entry: Found['entries'][number], words: readonly string[]): SearchHit {
  const { kind, id, title, shown } = entry;
  const piece = getExcerpt(entry.text, words);
  return {
    kind,
    id,
    title,
    title_marks: findMarks(title, words),
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
      if (search && (await findsAny(db, site.site_id, search)))
        await countWord(db, site.site_id, word, context.now());
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
