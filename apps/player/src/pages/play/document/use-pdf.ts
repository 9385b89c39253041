import type { PDFDocumentProxy } from 'pdfjs-dist';
import { type RefObject, useCallback, useEffect, useState } from 'react';
import { drawPage, openPdf, readPageText } from './pdf.ts';

type Shown = { state: 'loading' } | { state: 'broken' } | { state: 'shown'; text: string };

/** Loads a document; fetches a new URL when the old one has expired. */
export function usePdf(url: string, fetchFreshUrl: () => Promise<string | undefined>) {
  const [source, setSource] = useState({ url });
  const [pdf, setPdf] = useState<PDFDocumentProxy>();
  const [isBroken, setBroken] = useState(false);
  useEffect(() => {
    let isGone = false;
    const task = openPdf(source.url);
    task
      .then((loading) => loading.promise)
      .then(
        (document) => !isGone && setPdf(document),
        () => !isGone && setBroken(true),
      );
    return () => {
      isGone = true;
      void task.then((loading) => loading.destroy()).catch(() => undefined);
    };
  }, [source]);
  const reload = useCallback(async () => {
    const nextUrl = await fetchFreshUrl().catch(() => undefined);
    setBroken(false);
    setPdf(undefined);
    setSource(({ url: before }) => ({ url: nextUrl ?? before }));
  }, [fetchFreshUrl]);
  return { pdf, isBroken, reload };
}

/** Renders a page as wide as its container times the zoom. */
export function usePage(
  pdf: PDFDocumentProxy | undefined,
  page: number,
  zoom: number,
  {
    frame,
    canvas,
  }: { frame: RefObject<HTMLElement | null>; canvas: RefObject<HTMLCanvasElement | null> },
): Shown {
  const [shown, setShown] = useState<Shown>({ state: 'loading' });
  const width = useWidth(frame);
  useEffect(() => {
    const element = canvas.current;
    if (!pdf || !element || width === 0) return;
    let cancel: (() => void) | undefined;
    let isGone = false;
    setShown({ state: 'loading' });
    const drawCurrent = async () => {
      const pdfPage = await pdf.getPage(page + 1);
      if (isGone) return;
      const drawing = drawPage(pdfPage, element, Math.floor(width * zoom));
      cancel = drawing.cancel;
      await drawing.done;
      const text = await readPageText(pdfPage);
      if (!isGone) setShown({ state: 'shown', text });
    };
    drawCurrent().catch(() => !isGone && setShown({ state: 'broken' }));
    return () => {
      isGone = true;
      cancel?.();
    };
  }, [pdf, page, zoom, width, canvas]);
  return shown;
}

function useWidth(frame: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0);
  useEffect(() => {
    const element = frame.current;
    if (!element) return;
    const resizeObserver = new ResizeObserver(([entry]) =>
      setWidth(Math.floor(entry?.contentRect.width ?? 0)),
    );
    resizeObserver.observe(element);
    return () => resizeObserver.disconnect();
  }, [frame]);
  return width;
}
