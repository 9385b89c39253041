import * as contract from '@cme/contract';
import { applications } from '../../apps/edge/src/releases/manifest.ts';
import { createReleaseStore } from '../../apps/edge/src/releases/store.ts';
import { readSettings } from '../../apps/edge/src/settings.ts';
import { type Difference, differences, linesOf, onWire } from '../rollout/difference.ts';
import { contractOfApi, contractOfRelease } from '../rollout/released-contracts.ts';
import { type Contract, describeContract, readReleased } from './schemas.ts';

/** Calls that exist in both, so that only changes are reported. */
const only = (calls: Contract, like: Contract): Contract =>
  Object.fromEntries(Object.entries(calls).filter(([path]) => path in like));

/** Compatibility of the working tree's contract: released front ends with its API, and its front
 * ends with the running API. */
export async function contractDiff(env: NodeJS.ProcessEnv): Promise<{
  found: Difference[];
  compared: string[];
}> {
  const now = onWire(describeContract(contract));
  const settings = readSettings(env);
  const found: Difference[] = [];
  const compared: string[] = [];
  const store = createReleaseStore(settings.releaseStore);
  try {
    for (const application of applications)
      for (const { id } of (await store.list(application)).slice(0, 1)) {
        const asked = await contractOfRelease(store, application, id);
        compared.push(`${application} ${id}`);
        found.push(...differences(`${application} ${id} → 新 API`, asked, now));
      }
  } finally {
    store.close();
  }
  const released = onWire(readReleased());
  compared.push('上次发布的接口');
  found.push(...differences('上次发布的前端 → 新 API', released, now));
  const api = settings.apiOrigins[0] ?? '';
  const running = await contractOfApi(api).catch(() => undefined);
  if (running) {
    compared.push(`运行中的 API ${api}`);
    found.push(...differences('新前端 → 运行中的 API', only(now, running), running));
  }
  return { found, compared };
}

export async function printDiff(env: NodeJS.ProcessEnv, isJson: boolean): Promise<number> {
  const { found, compared } = await contractDiff(env);
  const failed = found.filter(({ level }) => level === 'ERR').length;
  if (isJson) console.log(JSON.stringify({ compared, found }, null, 2));
  else {
    for (const line of linesOf(found)) console.log(line);
    const of = (level: string) => found.filter((one) => one.level === level).length;
    console.log(`对比了：${compared.join('、')}`);
    console.log(`ERR ${failed}，WARN ${of('WARN')}，INFO ${of('INFO')}`);
  }
  return failed > 0 ? 1 : 0;
}
