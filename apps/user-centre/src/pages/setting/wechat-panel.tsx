import { send } from '@cme/commons/api-client';
import { wechatAuthorize, type WechatWay, wechatUnbind } from '@cme/contract';
import { Button, toast, useSignInMethods } from '@cme/ui';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import css from './setting.module.css';
import { wechatQuery } from './setting.queries.ts';
import { words } from './setting.words.ts';

/** Whether WeChat can sign in to the account; hidden on sites without it. */
export function WechatPanel() {
  const client = useQueryClient();
  const { data } = useQuery(wechatQuery());
  const { wechatWay } = useSignInMethods();
  const unbind = useMutation({
    mutationFn: () => send(wechatUnbind, {}),
    onSuccess: () => {
      toast.success(words.unbindDone);
      return client.invalidateQueries({ queryKey: wechatQuery().queryKey });
    },
    onError: (error) => toast.error(error.message),
  });
  if (!data || (data.ways.length === 0 && data.bound === 'N')) return null;
  const isBound = data.bound === 'Y';
  return (
    <section className={css.panel} aria-labelledby="wechat-title">
      <h2 id="wechat-title">{words.wechat}</h2>
      <p>{isBound ? words.bound : words.unbound}</p>
      {!isBound && wechatWay === 'elsewhere' ? <p>{words.bindInWechat}</p> : null}
      {!isBound && wechatWay && wechatWay !== 'elsewhere' ? <Bind way={wechatWay} /> : null}
      {isBound ? (
        <Button variant="default" loading={unbind.isPending} onClick={() => unbind.mutate()}>
          {words.unbind}
        </Button>
      ) : null}
    </section>
  );
}

/**
 * Goes to WeChat's authorization page, which returns here by way of the portal, where the account
 * is bound.
 */
function Bind({ way }: { way: WechatWay }) {
  const [isLeaving, setLeaving] = useState(false);
  const bind = async () => {
    setLeaving(true);
    // After returning from the back/forward cache it can be pressed again.
    addEventListener('pageshow', () => setLeaving(false), { once: true });
    try {
      const { url } = await send(wechatAuthorize, { way, targetUrl: location.href, bind: 'Y' });
      location.assign(url);
    } catch (error) {
      setLeaving(false);
      toast.error(error instanceof Error ? error.message : words.bindFailed);
    }
  };
  return (
    <Button variant="default" loading={isLeaving} onClick={() => void bind()}>
      {words.bind}
    </Button>
  );
}
