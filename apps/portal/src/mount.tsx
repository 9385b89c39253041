import { page } from '@cme/commons/auth-token';
import type { AreaName } from '@cme/contract';
import { Failed, type Area } from '@cme/ui';
import { useLocation, useNavigate, type PatchRoutesOnNavigationFunction } from '@cme/ui/router';
import { useState } from 'react';
import { loadArea } from './areas.ts';

type Patch = (routes: Area['routes']) => void;

const mounted = (path: string): AreaName | undefined => (['player', 'user'] as const).find((name) => path === `/${name}` || path.startsWith(`/${name}/`));
const done = new Set<AreaName>();

/** Where this origin mounts an area, its routes join on the first way there; a dead area leaves the rest alone. */
export const mountAreas: PatchRoutesOnNavigationFunction = async ({ path, patch }) => {
  const name = mounted(path);
  if (!name || done.has(name) || page().areas[name] !== '') return;
  const join: Patch = (routes) => patch('root', routes);
  try {
    await mount(name, join);
  } catch (fault) {
    join([{ id: `${name}-failed`, path: `/${name}/*`, element: <AreaFailed name={name} fault={fault} join={join} /> }]);
  }
};

async function mount(name: AreaName, join: Patch): Promise<void> {
  const routes = await loadArea(name);
  if (done.has(name)) return;
  done.add(name);
  join(routes);
}

function AreaFailed({ name, fault, join }: { name: AreaName; fault: unknown; join: Patch }) {
  const [error, setError] = useState(fault);
  const navigate = useNavigate();
  const location = useLocation();
  const again = async () => {
    try {
      await mount(name, join);
      await navigate(location, { replace: true });
    } catch (next) {
      setError(next);
    }
  };
  return <Failed error={error} onRetry={() => void again()} />;
}
