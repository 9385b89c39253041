import { cleanHtml } from '@cme/contract/html';
import { useMemo } from 'react';

/** A text of the editors: the only place that shows HTML, and it cleans what it shows. */
export function Prose({ html, className }: { html: string; className?: string | undefined }) {
  const clean = useMemo(() => ({ __html: cleanHtml(html) }), [html]);
  return <div className={className} dangerouslySetInnerHTML={clean} />;
}
