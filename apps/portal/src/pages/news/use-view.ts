import { send } from '@cme/commons/api-client';
import { useEffect } from 'react';

const newsView = async () => (await import('@cme/contract/content/news')).newsView;

/**
 * Counts a view once the page is actually visible, which a prerendered page is not yet. Errors
 * are ignored.
 */
export function useView(id: string): void {
  useEffect(() => {
    const say = () => void send(newsView, { id }).catch(() => {});
    const waits = (document as { prerendering?: boolean }).prerendering === true;
    if (!waits) return say();
    document.addEventListener('prerenderingchange', say, { once: true });
    return () => document.removeEventListener('prerenderingchange', say);
  }, [id]);
}
