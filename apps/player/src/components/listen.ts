type Listener = readonly [target: EventTarget, name: string, handler: () => void];

/** Adds event listeners and returns a function that removes them. */
export function addListeners(listeners: readonly Listener[]): () => void {
  for (const [target, name, handler] of listeners) target.addEventListener(name, handler);
  return () => {
    for (const [target, name, handler] of listeners) target.removeEventListener(name, handler);
  };
}
