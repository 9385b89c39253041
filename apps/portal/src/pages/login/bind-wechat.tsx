import { isCallError, send } from '@cme/commons/api-client';
import { linkTo } from '@cme/commons/route-links';
import { wechatBindCode } from '@cme/contract/person';
import { Button, LinkTo, Skeleton, toast } from '@cme/ui';
import { isSignInCancelled, leaveSignIn, PageTitle, requireSignIn } from '@cme/shell';
import { useNavigate, useSearchParams } from '@cme/ui/router';
import { useEffect, useRef, useState } from 'react';
import css from './login.module.css';
import { words } from './wechat.words.ts';

/** Binds the identified WeChat account to the signed-in user, coming from the settings. */
export function BindWechat() {
  const failure = useBinding();
  return (
    <div className={css.page}>
      <PageTitle name={words.bindTitle} />
      <h1>{words.bindTitle}</h1>
      <div className={css.box}>
        {failure ? (
          <>
            <p role="alert">{failure}</p>
            <Button component={LinkTo} to={linkTo.setting()} fullWidth>
              {words.toSetting}
            </Button>
          </>
        ) : (
          <div role="status">
            <p className={css.intro}>{words.asking}</p>
            <Skeleton height={44} />
          </div>
        )}
      </div>
    </div>
  );
}

/** Removes the code from the URL and binds with it once; returns the error. */
function useBinding(): string {
  const [query] = useSearchParams();
  const navigate = useNavigate();
  const [failure, setFailure] = useState('');
  const isAsked = useRef(false);
  useEffect(() => {
    if (isAsked.current) return;
    isAsked.current = true;
    const code = query.get('code');
    const state = query.get('state');
    const rest = new URLSearchParams(query);
    for (const name of ['code', 'state']) rest.delete(name);
    void navigate({ search: `?${rest.toString()}` }, { replace: true });
    const bind = async () => {
      if (!code || !state) return setFailure(words.notBound);
      try {
        await requireSignIn();
        await send(wechatBindCode, { code, state });
        toast.success(words.boundNow);
        leaveSignIn(linkTo.setting());
      } catch (error) {
        if (isSignInCancelled(error)) setFailure(words.notBound);
        else if (isCallError(error)) setFailure(error.message);
        else throw error;
      }
    };
    void bind();
  }, [navigate, query]);
  return failure;
}
