import type { UserInfo } from '@cme/contract/person';
import { useQueryClient } from '@tanstack/react-query';
import { userInfoQuery } from '../session/use-user-info.ts';
import { bindRecognised } from './bind-wechat.ts';
import { changeSign, currentSign } from './sign.atoms.ts';

interface SignInResult {
  user: UserInfo;
  defaultLoginUrl: string;
}

/** Stores the result of a sign-in or registration: the session and the default redirect. */
export function useAcceptSignIn(): (arrival: SignInResult) => Promise<void> {
  const client = useQueryClient();
  return async ({ user, defaultLoginUrl }) => {
    client.setQueryData(userInfoQuery().queryKey, user);
    changeSign({
      opt: { ...currentSign().opt, defaultLoginUrl: defaultLoginUrl || undefined },
      login_error_msg: '',
    });
    await bindRecognised();
  };
}
