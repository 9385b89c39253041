import { lazyPart, Skeleton } from '@cme/ui';
import { createContext, use, useState, useSyncExternalStore } from 'react';
import { liftHeadings } from './headings.ts';

const CleanedHtml = lazyPart(async () => (await import('./cleaned-html.tsx')).CleanedHtml, {
  waiting: <Skeleton height="15rem" />,
});

/** The cleaner of a rendering server. A browser loads its own, and only when it needs one. */
export const HtmlCleaner = createContext<(html: string) => string>(() => '');

interface Props {
  html: string;
  className?: string | undefined;
  /** Stands right below the page's own heading. */
  isTop?: boolean;
}

/** A text written by editors, cleaned before it is shown. What the server has rendered it has
 * cleaned as well: it stays as it is, and the cleaner is no part of a first view. */
export function Prose({ html, className, isTop = false }: Props) {
  const clean = use(HtmlCleaner);
  const isServerView = useSyncExternalStore(
    () => () => {},
    () => false,
    () => true,
  );
  const [serverHtml] = useState(isServerView ? html : undefined);
  if (html !== serverHtml) return <CleanedHtml html={html} className={className} isTop={isTop} />;
  // The browser has no cleaner here and gives no text: hydration leaves the server's in place.
  return (
    <div
      className={className}
      suppressHydrationWarning
      dangerouslySetInnerHTML={{ __html: isTop ? liftHeadings(clean(html)) : clean(html) }}
    />
  );
}
