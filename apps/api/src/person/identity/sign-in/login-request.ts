import type { ParsedBodyOf } from '@cme/contract/base';
import type { login } from '@cme/contract/person';
import type { CallRequest } from '../../../platform/http/answer.ts';
import { toVisitor } from '../session/origin.rules.ts';
import type { UserRow } from '../user.store.ts';
import { refuseUnlessNormal } from './admit.action.ts';
import { recordSignInAttempt, type SignInNote } from './sign-in-log.store.ts';

type Login = ParsedBodyOf<typeof login>;
export type LoginRequest<Kind extends Login['login_kind']> = Omit<
  CallRequest<typeof login>,
  'body'
> & {
  body: Extract<Login, { login_kind: Kind }>;
};

type AnyLogin = LoginRequest<Login['login_kind']>;

export async function refuseAndNote(
  callRequest: AnyLogin,
  accountHash: string,
  kind: SignInNote['kind'],
  row: UserRow,
): Promise<void> {
  if (row.status !== 'normal')
    await note(callRequest, {
      account_hash: accountHash,
      kind,
      result: 'not_allowed',
      user_id: row.user_id,
    });
  refuseUnlessNormal(row);
}

export const note = (callRequest: AnyLogin, entry: Omit<SignInNote, 'site_id'>) =>
  recordSignInAttempt(callRequest.db, callRequest.context.now(), toVisitor(callRequest.request), {
    site_id: callRequest.site.site_id,
    ...entry,
  });
