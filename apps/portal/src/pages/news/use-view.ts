import { send } from '@cme/commons/api-client';
import { useEffect } from 'react';

const newsView = async () => (await import('@cme/contract/content/news')).newsView;

/**
 * Counts a view once the page is actually visible, which a prerendered page is not yet. Errors
 * are ignored.
 */
export function useView(id: string): void {
  useEffect(() => {
    const reportView = () => void send(newsView, { id }).catch(() => {});
    const isPrerendering = (document as { prerendering?: boolean }).prerendering === true;
    if (!isPrerendering) return reportView();
    document.addEventListener('prerenderingchange', reportView, { once: true });
    return () => document.removeEventListener('prerenderingchange', reportView);
  }, [id]);
}
