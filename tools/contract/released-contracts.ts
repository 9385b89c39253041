import { type Application, contractFile, type ReleaseStore } from '@cme/release';
import type { Contract, Schema } from '@cme/area-build/describe-contract';
import { toJsonContract } from './difference.ts';

/** The schemas of a release's calls by wire path. */
export async function readReleaseContract(
  store: ReleaseStore,
  application: Application,
  id: string,
): Promise<Contract> {
  const bytes = await store.file(application, id, contractFile);
  return toJsonContract(JSON.parse(bytes?.toString('utf8') ?? '{}') as Contract);
}

interface Operation {
  'x-access': string;
  requestBody: { content: Record<string, { schema: { allOf: [Schema, Schema] } }> };
  responses: {
    '200': {
      content: {
        'application/json': { schema: { oneOf: [{ properties: { data: Schema } }, Schema] } };
      };
    };
  };
}

/** The contract of a running API from its OpenAPI document, by wire path. */
function readDocumentContract(document: unknown): Contract {
  const { paths } = document as { paths: Record<string, { post: Operation }> };
  const calls = Object.entries(paths).map(([path, { post }]) => {
    const [form] = Object.keys(post.requestBody.content);
    const body = Object.values(post.requestBody.content)[0]?.schema.allOf[0] ?? {};
    const { data } = post.responses['200'].content['application/json'].schema.oneOf[0].properties;
    const encoding = form === 'application/json' ? 'json' : 'form';
    return [path, { path, access: post['x-access'], encoding, body, data }] as const;
  });
  return Object.fromEntries(calls);
}

/** An API declares additionalProperties false, which a client with the same schema does not
 * require. */
function dropClosing(_: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || !('additionalProperties' in value))
    return value;
  const { additionalProperties, ...rest } = value;
  return additionalProperties === false ? rest : value;
}

const timeoutMs = 15_000;

export async function fetchApiContract(origin: string): Promise<Contract> {
  const answer = await fetch(`${origin}/qm/api/docs/openapi.json`, {
    signal: AbortSignal.timeout(timeoutMs),
  }).catch(() => undefined);
  if (!answer)
    throw new Error(`API ${origin} 在 ${timeoutMs / 1000} 秒内没有回答，无法比较接口：请稍后再试`);
  if (!answer.ok) throw new Error(`${origin} 没有说明自己的接口：${answer.status}`);
  const text = await answer.text();
  return readDocumentContract(JSON.parse(text, dropClosing));
}
