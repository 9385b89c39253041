import { openClient } from '@cme/commons/api-client';
import { fetchAs } from '@cme/commons/api-client/node';
import {
  askFact,
  type FactKind,
  fileStart,
  fileState,
  joinUnit,
  login,
  myFacts,
  unitAudit,
  unitFactAudit,
  unitSearch,
} from '@cme/contract/person';
import { createAccount, type Person } from './account.ts';
import { direct, origins } from './origins.ts';
import { password } from './people.ts';
import { findStaffToken } from './staff-token.ts';
import { until } from './until.ts';

/** The administrator of 省人民医院. */
export const unitAdmin = '13800000051';

/** A picture of one pixel, as a proof. */
export const picture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

const client = openClient({
  apiBase: direct.address,
  fullDomainName: new URL(origins.main).hostname,
  fetch: fetchAs(direct.hostOf(origins.main)),
});

async function signInByCall(account: string): Promise<{ token: string }> {
  const { message: token } = await client.sendForMessage(login, {
    login_kind: 'password',
    account,
    password,
  });
  return { token };
}

async function uploadProof(as: { token: string }): Promise<string> {
  const fingerprint = crypto.randomUUID();
  const { file, upload_url } = await client.send(
    fileStart,
    { kind: 'proof', name: '证明.png', size: picture.length, fingerprint },
    as,
  );
  const url = new URL(new URL(upload_url, origins.main).pathname, direct.address);
  await fetchAs(direct.hostOf(origins.main))(url, {
    method: 'PATCH',
    headers: {
      'tus-resumable': '1.0.0',
      'upload-offset': '0',
      'content-type': 'application/offset+octet-stream',
      'x-token': as.token,
    },
    body: new Uint8Array(picture),
  });
  await until('the proof is checked', async () => {
    const { list } = await client.send(fileState, { file_ids: [file.file_id] }, as);
    return list[0]?.file_status === 'ready' || undefined;
  });
  return file.file_id;
}

/** A learner of 省人民医院 that the hospital has verified. */
export async function createVerified(
  facts: Record<Extract<FactKind, 'level' | 'series_code'>, string>,
): Promise<Person> {
  const person = await createAccount(origins.main, facts as Parameters<typeof createAccount>[1]);
  const learner = await signInByCall(person.mobile);
  const admin = { token: await findStaffToken(client, unitAdmin) };
  const asked = { area_id: '330106', keyword: '省人民医院' };
  const { list } = await client.send(unitSearch, asked);
  const unit = list.find(({ name }) => name === '省人民医院');
  const { application } = await client.send(joinUnit, { unit_id: unit?.unit_id ?? '' }, learner);
  const application_id = application?.application_id ?? '';
  await client.send(unitAudit, { application_id, decision: 'approve' }, admin);
  for (const [kind, value] of Object.entries(facts)) {
    const { latest: effective_from } = await client.send(myFacts, {}, learner);
    const request = { kind: kind as FactKind, value, effective_from };
    const file_ids = [await uploadProof(learner)];
    const after = await client.send(askFact, { ...request, file_ids }, learner);
    const fact_id = after.list.find((fact) => fact.fact_status === 'waiting')?.fact_id ?? '';
    await client.send(unitFactAudit, { fact_id, decision: 'approve' }, admin);
  }
  return person;
}
