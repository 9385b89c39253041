import { findPasswordFault } from '@cme/contract/base/password';
import { useEffect, useState } from 'react';

const words = {
  simple: '密码过于简单，请更换一个不易被猜到的密码',
  good: '密码可用',
};

/** What to say about a new password while it is typed; undefined for none. */
export function useNewPasswordHint(password: string, account: string): string | undefined {
  const [judged, setJudged] = useState({ password: '', hint: '' });
  const fault = findPasswordFault(password);
  useEffect(() => {
    if (fault) return;
    let isCurrent = true;
    // The list of simple passwords loads once a password meets the other rules.
    import('@cme/contract/person/simple-passwords').then(
      ({ isSimplePassword }) => {
        const hint = isSimplePassword(password, account) ? words.simple : words.good;
        if (isCurrent) setJudged({ password, hint });
      },
      () => undefined,
    );
    return () => void (isCurrent = false);
  }, [fault, password, account]);
  if (password === '') return undefined;
  return fault || (judged.password === password ? judged.hint : undefined);
}
