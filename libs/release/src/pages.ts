import { AreaPages } from '@cme/contract/site/pages';

/** Characters of the whole declaration. */
const most = 200_000;

/**
 * Why what a manifest says about its pages cannot be used; undefined if it can, or if it says
 * nothing.
 */
export function findPagesFault(pages: unknown, isBuilt: (chunk: string) => boolean) {
  if (pages === undefined) return undefined;
  if (JSON.stringify(pages).length > most) return `清单中的页面说明超过 ${most} 个字符`;
  const { error, data } = AreaPages.safeParse(pages);
  if (error) {
    const place = ['pages', ...(error.issues[0]?.path ?? [])].map(String).join('.');
    return `清单中的页面说明不合规：${JSON.stringify(place)}`;
  }
  const named = [...data.calling, ...data.pages.flatMap(({ chunks }) => chunks)];
  const missing = named.find((chunk) => !isBuilt(chunk));
  return missing && `清单中的页面指向不存在的代码块：${JSON.stringify(missing)}`;
}
