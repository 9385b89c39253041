import { send } from '@cme/commons/api-client';
import { wechatUnbind } from '@cme/contract';
import { Button, toast } from '@cme/ui';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import css from './setting.module.css';
import { wechatQuery } from './setting.queries.ts';
import { words } from './setting.words.ts';

/** Whether WeChat opens the account; not there where the site does not offer it. */
export function WechatPanel() {
  const client = useQueryClient();
  const { data } = useQuery(wechatQuery());
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
      {isBound ? (
        <Button variant="default" loading={unbind.isPending} onClick={() => unbind.mutate()}>
          {words.unbind}
        </Button>
      ) : null}
    </section>
  );
}
