import type { PDFDocumentProxy } from 'pdfjs-dist';
import { type RefObject, useCallback, useEffect, useState } from 'react';
import { drawPage, openPdf, wordsOf } from './pdf.ts';

type Shown = { state: 'loading' } | { state: 'broken' } | { state: 'shown'; text: string };

/** Loads a document; fetches a new URL when the old one has expired. */
export function usePdf(url: string, fresh: () => Promise<string | undefined>) {
  const [source, setSource] = useState({ url });
  const [pdf, setPdf] = useState<PDFDocumentProxy>();
  const [isBroken, setBroken] = useState(false);
  useEffect(() => {
    let isGone = false;
    const task = openPdf(source.url);
    task
      .then((loading) => loading.promise)
      .then(
        (opened) => !isGone && setPdf(opened),
        () => !isGone && setBroken(true),
      );
    return () => {
      isGone = true;
      void task.then((loading) => loading.destroy()).catch(() => undefined);
    };
  }, [source]);
  const reload = useCallback(async () => {
    const next = await fresh().catch(() => undefined);
    setBroken(false);
    setPdf(undefined);
    setSource(({ url: before }) => ({ url: next ?? before }));
  }, [fresh]);
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
    const draw = async () => {
      const opened = await pdf.getPage(page + 1);
      if (isGone) return;
      const drawing = drawPage(opened, element, Math.floor(width * zoom));
      cancel = drawing.cancel;
      await drawing.done;
      const text = await wordsOf(opened);
      if (!isGone) setShown({ state: 'shown', text });
    };
    draw().catch(() => !isGone && setShown({ state: 'broken' }));
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
    const watching = new ResizeObserver(([entry]) =>
      setWidth(Math.floor(entry?.contentRect.width ?? 0)),
    );
    watching.observe(element);
    return () => watching.disconnect();
  }, [frame]);
  return width;
}
