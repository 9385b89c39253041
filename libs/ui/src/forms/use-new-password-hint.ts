import { findPasswordFault } from '@cme/contract/base/password';
import { useEffect, useState } from 'react';

const words = {
  simple: '密码过于简单，请更换一个不易被猜到的密码',
  good: '密码可用',
};

interface Hint {
  text: string;
  isGood: boolean;
}

/** What to say about a new password while it is typed; undefined for none. */
export function useNewPasswordHint(password: string, account: string): Hint | undefined {
  const [judged, setJudged] = useState({ password: '', isSimple: false });
  const fault = findPasswordFault(password);
  useEffect(() => {
    if (fault) return;
    let isCurrent = true;
    // The list of simple passwords loads once a password meets the other rules.
    import('@cme/contract/person/simple-passwords').then(
      ({ isSimplePassword }) => {
        if (isCurrent) setJudged({ password, isSimple: isSimplePassword(password, account) });
      },
      () => undefined,
    );
    return () => void (isCurrent = false);
  }, [fault, password, account]);
  if (password === '') return undefined;
  if (fault) return { text: fault, isGood: false };
  if (judged.password !== password) return undefined;
  return judged.isSimple
    ? { text: words.simple, isGood: false }
    : { text: words.good, isGood: true };
}
