/** Areas that run from source each bring their own runtime of hot reload, and those of a customer
 * domain arrive when React has introduced itself already. The page's hook therefore keeps who
 * has: the runtimes look there when they start. */
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
