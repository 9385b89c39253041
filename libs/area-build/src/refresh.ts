/** Areas that run from source each bring their own hot-reload runtime, and on a customer domain
 * these load after React has registered its renderers. The page's hook therefore stores the
 * renderers, which the runtimes read at start. */
interface Hook {
  renderers: Map<number, unknown>;
  inject(renderer: unknown): number;
}

const hook = (globalThis as { __REACT_DEVTOOLS_GLOBAL_HOOK__?: Hook })
  .__REACT_DEVTOOLS_GLOBAL_HOOK__;
if (hook) {
  const inject = hook.inject.bind(hook);
  hook.inject = (renderer) => {
    const id = inject(renderer);
    hook.renderers.set(id, renderer);
    return id;
  };
}
