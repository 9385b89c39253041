import { isCallFailed, send } from '@cme/commons/api-client';
import { type WechatWay, wechatAuthorize } from '@cme/contract';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { returnTarget } from './after-sign-in.ts';
import { changeSign } from './sign.atoms.ts';
import { words } from './sign-in.words.ts';

/** On to WeChat's page, which leads back to where signing in would have led. */
export function WechatButton({ way }: { way: WechatWay }) {
  const [isBusy, setBusy] = useState(false);
  const open = async () => {
    setBusy(true);
    changeSign({ login_error_msg: '' });
    try {
      const targetUrl = returnTarget(location) ?? '';
      const { url } = await send(wechatAuthorize, { way, targetUrl });
      location.assign(url);
      // Back on this page, it can be pressed again.
      addEventListener('pageshow', () => setBusy(false), { once: true });
    } catch (error) {
      setBusy(false);
      changeSign({
        login_error_msg: isCallFailed(error) ? error.message : words.wechatFailed,
      });
    }
  };
  return (
    <Button variant="default" fullWidth size="md" loading={isBusy} onClick={() => void open()}>
      {words.wechat}
    </Button>
  );
}
