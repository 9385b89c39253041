import { afterEach } from 'vitest';

/** Browser APIs that Mantine needs and the emulated DOM lacks. */
class StillObserver {
  observe() {}
  unobserve() {}
  disconnect() {}
  takeRecords() {
    return [];
  }
}

const answers = (query: string) => ({
  matches: query.includes('prefers-reduced-motion'),
  media: query,
  onchange: null,
  addListener() {},
  removeListener() {},
  addEventListener() {},
  removeEventListener() {},
  dispatchEvent: () => false,
});

const page = globalThis as unknown as Record<string, unknown>;
if (typeof window !== 'undefined') {
  page.ResizeObserver ??= StillObserver;
  page.IntersectionObserver ??= StillObserver;
  page.IS_REACT_ACT_ENVIRONMENT = true;
  window.matchMedia = answers as unknown as typeof window.matchMedia;
  window.scrollTo = () => {};
  // Without a size every element counts as scrolled out of view, and menus stay hidden.
  Element.prototype.getBoundingClientRect = () => new DOMRect(0, 0, 100, 20);
  Object.defineProperty(HTMLElement.prototype, 'clientWidth', { configurable: true, value: 1280 });
  Object.defineProperty(HTMLElement.prototype, 'clientHeight', { configurable: true, value: 800 });
  Element.prototype.scrollIntoView ??= () => {};

  await import('@testing-library/jest-dom/vitest');
  const { cleanup } = await import('@testing-library/react');
  afterEach(() => {
    cleanup();
    localStorage.clear();
    sessionStorage.clear();
  });
}
