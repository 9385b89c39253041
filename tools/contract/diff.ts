import { type Contract, describeContract } from '@cme/area-build/describe-contract';
import { everyCall } from '@cme/contract/every-call';
import { applications, createReleaseStore } from '@cme/release';
import { readSettings } from '@cme/edge/settings';
import {
  type Difference,
  findDifferences,
  formatDifferences,
  toJsonContract,
} from './difference.ts';
import { fetchApiContract, readReleaseContract } from './released-contracts.ts';
import { readReleased } from './schemas.ts';

/** Calls that exist in both, so that only changes are reported. */
const pickCalls = (calls: Contract, selection: Contract): Contract =>
  Object.fromEntries(Object.entries(calls).filter(([path]) => path in selection));

/** Compatibility of the working tree's contract: released front ends with its API, and its front
 * ends with the running API. */
async function contractDiff(env: NodeJS.ProcessEnv): Promise<{
  found: Difference[];
  compared: string[];
}> {
  const now = toJsonContract(describeContract(everyCall));
  const settings = readSettings(env);
  const found: Difference[] = [];
  const compared: string[] = [];
  const store = createReleaseStore(settings.releaseStore);
  try {
    for (const application of applications)
      for (const { id } of (await store.list(application)).slice(0, 1)) {
        const usedContract = await readReleaseContract(store, application, id);
        compared.push(`${application} ${id}`);
        found.push(...findDifferences(`${application} ${id} → 新 API`, usedContract, now));
      }
  } finally {
    store.close();
  }
  const released = toJsonContract(readReleased());
  compared.push('上次发布的接口');
  found.push(...findDifferences('上次发布的前端 → 新 API', released, now));
  const api = settings.apiOrigins[0] ?? '';
  const running = await fetchApiContract(api).catch(() => undefined);
  if (running) {
    compared.push(`运行中的 API ${api}`);
    found.push(...findDifferences('新前端 → 运行中的 API', pickCalls(now, running), running));
  }
  return { found, compared };
}

export async function printDiff(env: NodeJS.ProcessEnv, isJson: boolean): Promise<number> {
  const { found: differences, compared } = await contractDiff(env);
  const failed = differences.filter(({ level }) => level === 'ERR').length;
  if (isJson) console.log(JSON.stringify({ compared, found: differences }, null, 2));
  else {
    for (const line of formatDifferences(differences)) console.log(line);
    const countLevel = (level: string) => differences.filter((item) => item.level === level).length;
    console.log(`对比了：${compared.join('、')}`);
    console.log(`ERR ${failed}，WARN ${countLevel('WARN')}，INFO ${countLevel('INFO')}`);
  }
  return failed > 0 ? 1 : 0;
}
