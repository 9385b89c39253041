import type { HelpBook, HelpGroup } from '@cme/contract/content';

/** Path of an article's page, part of the search entry. */
export const getArticlePath = (book: HelpBook, id: string): string =>
  book === 'certificate'
    ? '/helpcenter/certificate'
    : `/helpcenter/manual?article=${encodeURIComponent(id)}`;

const before = 24;
const after = 60;

/** An excerpt around the first match of `keyword`, case-insensitive; empty without a match. */
export function extractSnippet(text: string, keyword: string): string {
  const index = keyword ? text.toLowerCase().indexOf(keyword.toLowerCase()) : -1;
  if (index < 0) return '';
  const from = Math.max(0, index - before);
  const to = Math.min(text.length, index + keyword.length + after);
  const part = text.slice(from, to);
  return `${from > 0 ? '…' : ''}${part}${to < text.length ? '…' : ''}`;
}

interface Entry {
  id: string;
  group_key: string;
  group_title: string;
  title: string;
  summary: string;
  plain: string;
}

/** Articles in order as a tree: a group appears at its first article. */
export function groupArticles(entries: readonly Entry[], keyword: string): HelpGroup[] {
  const groups = new Map<string, HelpGroup>();
  for (const { id, group_key, group_title, title, summary, plain } of entries) {
    const group = groups.get(group_key) ?? { key: group_key, title: group_title, articles: [] };
    groups.set(group_key, group);
    group.articles.push({ id, title, summary, snippet: extractSnippet(plain, keyword) });
  }
  return [...groups.values()];
}
