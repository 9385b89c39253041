import { callsByRoom } from '@cme/contract/every-call';
import type { Call } from '@cme/contract/base';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { signedInPerson, type TestPerson } from '../../test/people.ts';
import { startTestApi, type TestApi } from '../../test/test-api.ts';

let api: TestApi;
let learner: TestPerson;
beforeAll(async () => {
  api = await startTestApi();
  learner = await signedInPerson(api, 601);
});
afterAll(() => api.close());

const staffCalls = Object.values(callsByRoom)
  .flat()
  .filter(({ path }) => path.startsWith('/qm/api/admin/'));

/** Fields that satisfy every staff call; each ignores those of the others. */
const fields = {
  ...Object.fromEntries(
    ['declare_no', 'class_id', 'session_id', 'inquiry_id', 'message_id', 'id', 'submit_id']
      .concat('file_id', 'section_id', 'fact_id', 'application_id')
      .map((name) => [name, 'X1']),
  ),
  code: '12345678',
  text: '请看第二节',
  reason: '材料不清楚',
  ref_no: '1号',
  revision: 1,
  score: 60,
  page: 1,
  page_size: 10,
};
/** The first decision that a call accepts. */
const createBody = (call: Call) =>
  ['pass', 'answer', 'approve', 'hide', '']
    .map((decision) => (decision ? { ...fields, decision } : fields))
    .find((body) => call.body.safeParse(body).success);

it.each(staffCalls.map((call) => [call.path, call] as const))(
  '%s answers 403 to somebody without the role',
  async (_path, call) => {
    const body = createBody(call);
    expect(body).toBeDefined();
    await expect(api.send(call, body as never, learner)).rejects.toMatchObject({ statusCode: 403 });
  },
);
