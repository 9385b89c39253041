import { cleanHtml } from '@cme/contract/html';
import { useMemo } from 'react';

interface Props {
  html: string;
  className?: string | undefined;
}

/** Editors' HTML as a browser may show it; with its cleaner in a chunk of its own. */
export function CleanedHtml({ html, className }: Props) {
  const clean = useMemo(() => ({ __html: cleanHtml(html) }), [html]);
  return <div className={className} dangerouslySetInnerHTML={clean} />;
}
