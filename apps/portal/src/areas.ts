import { loadRemote } from '@module-federation/enhanced/runtime';
import type { AreaName } from '@cme/contract';
import type { Area } from '@cme/ui';

/** Longest time that a learner looks at nothing before being told that an area does not answer. */
const patience = 5000;

/** Pages of an area that this domain mounts. Asking again after a failure really asks again. */
export async function loadArea(name: AreaName): Promise<Area['routes']> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, fail) => (timer = setTimeout(fail, patience, new Error(`${name}: no answer`))));
  try {
    const loaded = await Promise.race([loadRemote<{ area: Area }>(`${name}/area`), late]);
    if (!loaded) throw new Error(`${name}: empty`);
    return loaded.area.routes;
  } finally {
    clearTimeout(timer);
  }
}
