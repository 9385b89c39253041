import type { PDFDocumentLoadingTask, PDFPageProxy } from 'pdfjs-dist';

declare const __webpack_public_path__: string;

/**
 * Opens a PDF. The library loads with the first document, in its build for older browsers; its
 * parser runs in a worker.
 */
export async function openPdf(url: string): Promise<PDFDocumentLoadingTask> {
  const pdfjs = await import('pdfjs-dist/legacy/build/pdf.mjs');
  pdfjs.GlobalWorkerOptions.workerSrc ||= new URL(
    'pdfjs-dist/legacy/build/pdf.worker.min.mjs',
    import.meta.url,
  ).href;
  return pdfjs.getDocument({
    url,
    useSystemFonts: true,
    // In one request: the address may have ended when a later page is turned to.
    disableRange: true,
    cMapUrl: toFolder('cmaps'),
    standardFontDataUrl: toFolder('fonts'),
    wasmUrl: toFolder('wasm'),
  });
}

/** Files that the library requests for documents which need them. Both builds of a release use the
 * same ones (`rsbuild.config.ts`). */
const toFolder = (name: string): string =>
  new URL(`../web/pdf/${name}/`, new URL(__webpack_public_path__, document.baseURI)).href;

/**
 * Renders a page at a given width for this screen's pixel ratio; returns a function that cancels
 * it.
 */
export function drawPage(page: PDFPageProxy, canvas: HTMLCanvasElement, width: number) {
  const unscaled = page.getViewport({ scale: 1 });
  const density = Math.min(globalThis.devicePixelRatio || 1, 3);
  const viewport = page.getViewport({ scale: (width / unscaled.width) * density });
  canvas.width = Math.floor(viewport.width);
  canvas.height = Math.floor(viewport.height);
  canvas.style.width = `${width}px`;
  canvas.style.height = `${Math.floor(viewport.height / density)}px`;
  const drawing = page.render({ canvas, viewport });
  return { done: drawing.promise, cancel: () => drawing.cancel() };
}

/** The text of a page, for screen readers. */
export async function readPageText(page: PDFPageProxy): Promise<string> {
  const { items } = await page.getTextContent();
  return items.map((item) => ('str' in item ? item.str + (item.hasEOL ? '\n' : '') : '')).join('');
}
