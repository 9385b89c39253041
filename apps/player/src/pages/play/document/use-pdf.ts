import type { MediaAddress } from '@cme/ui/hls';
import type { PDFDocumentLoadingTask, PDFDocumentProxy } from 'pdfjs-dist';
import { type RefObject, useCallback, useEffect, useState } from 'react';
import { drawPage, openPdf, readPageText } from './pdf.ts';

type Shown = { state: 'loading' } | { state: 'broken' } | { state: 'shown'; text: string };

/** Loads a whole document; with a new address if the first one is refused. */
export function usePdf(address: MediaAddress) {
  const [attempt, setAttempt] = useState(0);
  const [pdf, setPdf] = useState<PDFDocumentProxy>();
  const [isBroken, setBroken] = useState(false);
  useEffect(() => {
    let isGone = false;
    const tasks: Promise<PDFDocumentLoadingTask>[] = [];
    const load = async () => {
      const task = address.current().then(openPdf);
      tasks.push(task);
      return (await task).promise;
    };
    load()
      .catch(() => {
        address.refuse();
        return load();
      })
      .then(
        (document) => !isGone && setPdf(document),
        () => !isGone && setBroken(true),
      );
    return () => {
      isGone = true;
      for (const task of tasks)
        void task.then((loading) => loading.destroy()).catch(() => undefined);
    };
  }, [address, attempt]);
  const reload = useCallback(() => {
    address.refuse();
    setBroken(false);
    setPdf(undefined);
    setAttempt((before) => before + 1);
  }, [address]);
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
