import { type Application, isReleaseId } from './manifest.ts';
import { createReleaseStorage, type StorageSettings } from './open-storage.ts';

/** Days for which an open page still finds its files. */
export const retentionDays = 30;
const day = 86_400_000;

/** When a release was last live: `live` if it is now, undefined if it never was. */
export type LastLive = (application: Application, id: string) => 'live' | Date | undefined;

export interface Pruned {
  application: Application;
  id: string;
  lastLive: string | null;
}

/**
 * Finds releases that have not been live for 30 days and removes them unless this is a dry run. A
 * release that was never live counts from its creation.
 */
export async function prune(
  settings: StorageSettings,
  applications: readonly Application[],
  lastLive: LastLive,
  { isDry, now = new Date() }: { isDry: boolean; now?: Date },
): Promise<Pruned[]> {
  const storage = createReleaseStorage(settings);
  const old: Pruned[] = [];
  for (const application of applications)
    for (const { id, at } of await storage.list(application)) {
      const last = isReleaseId(id) ? lastLive(application, id) : 'live';
      if (last === 'live') continue;
      const since = Math.max(last?.getTime() ?? 0, Date.parse(at));
      if (now.getTime() - since < retentionDays * day) continue;
      old.push({ application, id, lastLive: last?.toISOString() ?? null });
      if (!isDry) await storage.remove(`${application}/${id}`);
    }
  return old;
}
