import { isCallError, send } from '@cme/commons/api-client';
import { type WechatWay, wechatAuthorize } from '@cme/contract/person';
import { loginLink } from '@cme/commons/route-links';
import { Stack, TextInput } from '@cme/ui/forms';
import { useRef, useState } from 'react';
import { copyText } from '@cme/ui/device';
import { Button, Text, toast } from '@cme/ui';
import { returnTarget } from './return-target.ts';
import { changeSign } from './sign.atoms.ts';
import { words } from './sign-in.words.ts';

/** In a phone's own browser: explains how to open this page's sign-in in WeChat. */
export function WechatElsewhere() {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        variant="default"
        fullWidth
        size="md"
        aria-expanded={isOpen}
        onClick={() => setOpen((isOpen) => !isOpen)}
      >
        {words.wechat}
      </Button>
      {isOpen ? <OpenInWechat /> : null}
    </>
  );
}

function OpenInWechat() {
  const field = useRef<HTMLInputElement>(null);
  const url = new URL(loginLink(location.href), location.href).href;
  const copyLink = async () => {
    if (await copyText(url)) return toast.success(words.linkCopied, { key: 'wechat' });
    field.current?.select();
    return toast.warning(words.linkNotCopied, { key: 'wechat' });
  };
  return (
    <Stack gap="sm">
      <Text role="status">{words.inWechat}</Text>
      <TextInput
        ref={field}
        aria-label={words.linkToCopy}
        value={url}
        readOnly
        onFocus={(event) => event.currentTarget.select()}
      />
      <Button variant="light" fullWidth size="md" onClick={() => void copyLink()}>
        {words.copyLink}
      </Button>
    </Stack>
  );
}

/** Goes to WeChat's authorization page, which returns to where signing in would. */
export function WechatButton({ way }: { way: WechatWay }) {
  const [isBusy, setBusy] = useState(false);
  const openWechat = async () => {
    setBusy(true);
    changeSign({ login_error_msg: '' });
    try {
      const targetUrl = returnTarget(location) ?? '';
      const { url } = await send(wechatAuthorize, { way, targetUrl });
      location.assign(url);
      // After returning from the back/forward cache it can be pressed again.
      addEventListener('pageshow', () => setBusy(false), { once: true });
    } catch (error) {
      setBusy(false);
      changeSign({
        login_error_msg: isCallError(error) ? error.message : words.wechatFailed,
      });
    }
  };
  return (
    <Button
      variant="default"
      fullWidth
      size="md"
      loading={isBusy}
      onClick={() => void openWechat()}
    >
      {words.wechat}
    </Button>
  );
}
