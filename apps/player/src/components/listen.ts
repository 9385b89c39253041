type Listener = readonly [target: EventTarget, name: string, handler: () => void];

/** Listens to all of these until the function it returns is called. */
export function listen(listeners: readonly Listener[]): () => void {
  for (const [target, name, handler] of listeners) target.addEventListener(name, handler);
  return () => {
    for (const [target, name, handler] of listeners) target.removeEventListener(name, handler);
  };
}
