import { reportFailure } from './report-failure.ts';

/**
 * React empties its container when nothing has caught an error. The handler that this returns puts
 * the content back once React is done, which then is text and links only.
 */
export function keepContent(container: HTMLElement): (error: unknown) => void {
  const removed = new Set<Node>();
  const note = (records: MutationRecord[]) => {
    for (const { removedNodes, addedNodes } of records) {
      for (const node of removedNodes) removed.add(node);
      for (const node of addedNodes) removed.delete(node);
    }
  };
  let isStopped = false;
  const observer = new MutationObserver((records) => isStopped && note(records));
  observer.observe(container, { childList: true });
  return (error) => {
    if (isStopped) return;
    isStopped = true;
    note(observer.takeRecords());
    setTimeout(() => {
      observer.disconnect();
      container.append(...removed);
      stopPage(error);
    });
  };
}

/** The page cannot be used: the edge's script reloads it once, and then says so above its text. */
export function stopPage(error: unknown): void {
  reportFailure(error);
  dispatchEvent(new Event('cme:stopped'));
}

/** Until the effects of the first render have run, a rendered page is worth more than an error page. */
export const isStarting = (): boolean => document.documentElement.hasAttribute('data-starting');

export const endStart = (): void => document.documentElement.removeAttribute('data-starting');
