import { send } from '@cme/commons/api-client';
import { useEffect } from 'react';

const newsView = async () => (await import('@cme/contract/content/news')).newsView;

/** Says that somebody has the item before them, once the page is really shown: a page that was
 * made ahead of a click is nobody's yet. Whatever becomes of it, the page does not care. */
export function useView(id: string): void {
  useEffect(() => {
    const say = () => void send(newsView, { id }).catch(() => {});
    const waits = (document as { prerendering?: boolean }).prerendering === true;
    if (!waits) return say();
    document.addEventListener('prerenderingchange', say, { once: true });
    return () => document.removeEventListener('prerenderingchange', say);
  }, [id]);
}
