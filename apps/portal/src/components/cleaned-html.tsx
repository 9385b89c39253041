import { cleanHtml } from '@cme/contract/html';
import { useMemo } from 'react';
import { liftHeadings } from './headings.ts';

interface Props {
  html: string;
  className?: string | undefined;
  isTop: boolean;
}

/** Sanitizes and renders editors' HTML; a separate chunk with the sanitizer. */
export function CleanedHtml({ html, className, isTop }: Props) {
  const cleanedHtml = useMemo(() => {
    const cleaned = cleanHtml(html);
    return { __html: isTop ? liftHeadings(cleaned) : cleaned };
  }, [html, isTop]);
  return <div className={className} dangerouslySetInnerHTML={cleanedHtml} />;
}
