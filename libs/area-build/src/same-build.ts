import type { ModuleFederationRuntimePlugin } from '@module-federation/enhanced/runtime';

/** Modules that find each other through React contexts, such as the theme of inputs and dialogs. */
const together = /^@cme\/(ui(\/forms)?|shell)$/;

/** A release takes these modules from one and the same build. By their ranges alone it could take
 * one from the page and another from a newer area, whose inputs would find no theme. */
export default (): ModuleFederationRuntimePlugin => {
  let version: string | undefined;
  return {
    name: 'cme-same-build',
    resolveShare(args) {
      if (!together.test(args.pkgName)) return args;
      const { pkgName, scope, shareScopeMap, resolver } = args;
      args.resolver = () => {
        const shared = version && shareScopeMap[scope]?.[pkgName]?.[version];
        const found = shared ? { shared, useTreesShaking: false } : resolver();
        version ??= found?.shared.version;
        return found;
      };
      return args;
    },
  };
};
