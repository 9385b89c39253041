import { send } from '@cme/commons/api-client';
import { wechatAuthorize, type WechatWay, wechatUnbind } from '@cme/contract';
import { Button, toast, useSignInMethods } from '@cme/ui';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import css from './setting.module.css';
import { wechatQuery } from './setting.queries.ts';
import { words } from './setting.words.ts';

/** Whether WeChat opens the account; not there where the site does not offer it. */
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

/** On to WeChat's page; it leads back here by way of the portal, which binds. */
function Bind({ way }: { way: WechatWay }) {
  const [isLeaving, setLeaving] = useState(false);
  const bind = async () => {
    setLeaving(true);
    // Back on this page, it can be pressed again.
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
