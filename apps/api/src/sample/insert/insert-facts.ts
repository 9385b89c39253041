import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { factKinds, type FactKind } from '@cme/contract/person';
import type { AppContext } from '../../platform/context/context.ts';
import type { Db } from '../../platform/database/database.ts';
import { formatDay } from '../../platform/http/format-time.ts';
import { fileOwner, logFact } from '../../person/fact/ask.action.ts';
import { insertFacts } from '../../person/fact/fact.store.ts';
import { attachFiles } from '../../person/file/attach.action.ts';
import { storeFile } from '../../person/file/store-file.action.ts';
import { sampleId } from '@cme/sample/ids';
import { members } from '@cme/sample/members';
import { toMoment } from '@cme/sample/moments';
import { people } from '@cme/sample/people';
import { sites } from '@cme/sample/sites';

const everybody = [...people, ...members];
const proofs = join(import.meta.dirname, '../../../media/proofs');
const siteId = new Map(sites.map(({ key, site_id }) => [key, site_id]));

interface SampleRequest {
  who: string;
  kind: FactKind;
  value: string;
  proof: string;
  daysAgo: number;
  /** The deciding person and why they refused. */
  refused?: { by: string; reply: string };
}

/** Two that wait, one for the unit and one for the centre, and a refused one. */
const requests: readonly SampleRequest[] = [
  { who: 'nurse', kind: 'level', value: 'B', proof: '主管护师资格证书.png', daysAgo: 2 },
  { who: 'unverified', kind: 'series_code', value: '03', proof: '药师资格证书.png', daysAgo: 1 },
  {
    who: 'senior',
    kind: 'post_type',
    value: 'M',
    proof: '聘任证书.png',
    daysAgo: 20,
    refused: {
      by: 'unit-auditor',
      reply: '所附的是专业技术职务聘任证书，请上传管理岗位的任命文件后重新提交',
    },
  },
];

/** What units and the centre know of the sample people. Newcomers have only stated it. */
export async function insertSampleFacts(
  context: Pick<AppContext, 'settings'>,
  db: Db,
  now: Date,
): Promise<void> {
  const known = everybody.filter(
    ({ verify_status, unit_status }) =>
      verify_status === 'verified' && unit_status !== 'waiting' && unit_status !== 'refused',
  );
  await insertFacts(
    db,
    known.flatMap((person) =>
      factKinds
        .filter((kind) => person[kind] !== '')
        .map((kind) => ({
          fact_id: sampleId('fact', person.key, kind),
          site_id: siteId.get(person.site) ?? '',
          user_id: person.user_id,
          kind,
          value: person[kind],
          fact_status: 'verified' as const,
          created_at: toMoment(person.joined, now),
          decided_at: toMoment(person.joined, now),
          decided_by: sampleId('user', 'staff'),
        })),
    ),
  );
  for (const request of requests) await insertRequest(context, db, request, now);
}

async function insertRequest(
  { settings }: Pick<AppContext, 'settings'>,
  db: Db,
  { who, kind, value, proof, daysAgo, refused }: SampleRequest,
  now: Date,
): Promise<void> {
  const at = toMoment({ daysAgo }, now);
  const person = everybody.find(({ key }) => key === who);
  if (!person) throw new Error(`the sample has no person ${who}`);
  const owner = { site_id: siteId.get(person.site) ?? '', user_id: person.user_id };
  const fact_id = sampleId('fact', who, kind, 'request');
  const file_id = sampleId('fact-proof', who, kind);
  const bytes = readFileSync(join(proofs, 'proof.png'));
  await storeFile({ settings, now: () => at }, db, {
    file_id,
    ...owner,
    kind: 'proof',
    name: proof,
    format: 'png',
    bytes,
  });
  await attachFiles(db, {
    owner_type: fileOwner,
    owner_id: fact_id,
    ...owner,
    title: '职称与岗位证明',
    file_ids: [file_id],
    kinds: ['proof'],
    most: 1,
  });
  const decided_at = toMoment({ daysAgo: daysAgo - 2 }, now);
  await insertFacts(db, [
    {
      fact_id,
      ...owner,
      kind,
      value,
      fact_status: refused ? 'rejected' : 'waiting',
      effective_from: formatDay(toMoment({ daysAgo: daysAgo + 20 }, now)),
      reply: refused?.reply ?? '',
      created_at: at,
      ...(refused ? { decided_at, decided_by: sampleId('user', refused.by) } : {}),
    },
  ]);
  const learner = { actor_type: 'learner' as const, actor_id: owner.user_id };
  await logFact(db, fact_id, ['', 'waiting'], learner, at);
  if (!refused) return;
  const actor = { actor_type: 'staff' as const, actor_id: sampleId('user', refused.by) };
  const reason = refused.reply;
  await logFact(db, fact_id, ['waiting', 'rejected'], { ...actor, reason }, decided_at);
}
