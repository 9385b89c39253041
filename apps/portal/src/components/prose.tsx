import { lazyPart, Skeleton } from '@cme/ui';
import { createContext, use, useState, useSyncExternalStore } from 'react';
import { liftHeadings } from './headings.ts';

const CleanedHtml = lazyPart(async () => (await import('./cleaned-html.tsx')).CleanedHtml, {
  waiting: <Skeleton height="15rem" />,
});

/** The sanitizer for server rendering. Browsers load theirs on demand. */
export const HtmlCleaner = createContext<(html: string) => string>(() => '');

interface Props {
  html: string;
  className?: string | undefined;
  /** It directly follows the page's heading. */
  isTop?: boolean;
}

/**
 * Editors' HTML, sanitized before it is shown. Server-rendered HTML is already sanitized and
 * stays as it is, which keeps the sanitizer out of first views.
 */
export function Prose({ html, className, isTop = false }: Props) {
  const clean = use(HtmlCleaner);
  const isServerView = useSyncExternalStore(
    () => () => {},
    () => false,
    () => true,
  );
  const [serverHtml] = useState(isServerView ? html : undefined);
  if (html !== serverHtml) return <CleanedHtml html={html} className={className} isTop={isTop} />;
  // During hydration the browser has no sanitizer and renders an empty string, so that React
  // keeps the server's HTML.
  return (
    <div
      className={className}
      suppressHydrationWarning
      dangerouslySetInnerHTML={{ __html: isTop ? liftHeadings(clean(html)) : clean(html) }}
    />
  );
}
