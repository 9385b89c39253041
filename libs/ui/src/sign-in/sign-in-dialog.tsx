import { site } from '@cme/commons/branding';
import { afterSignIn, entryPages, ownFamily } from '@cme/commons/route-links';
import { useAtomValue } from 'jotai';
import { Modal } from '../forms/dialogs.tsx';
import { modalWidth } from '../forms/widths.ts';
import { stopBinding } from './bind-wechat.ts';
import { changeSign, currentSign, signAtom } from './sign.atoms.ts';
import { SignInForm } from './sign-in-form.tsx';
import { words } from './sign-in.words.ts';
import { Button } from '../plain/button.tsx';
import { Text } from '../plain/layout.tsx';
import { goTo } from '../session/go-to.ts';
import '../forms.css';

/** Signs in without leaving the page; the interrupted action continues afterwards. */
export function SignInDialog({ isShown }: { isShown: boolean }) {
  const { bindShow } = useAtomValue(signAtom);
  const close = () => changeSign({ show: false });
  return (
    <Modal
      opened={isShown}
      onClose={close}
      title={bindShow ? words.bind : words.title}
      size={modalWidth}
      centered
      closeButtonProps={{ 'aria-label': words.close }}
    >
      {bindShow ? <BindNote /> : null}
      <SignInForm onDone={leaveDialog} />
    </Modal>
  );
}

/** On an entry page, goes to the site's default URL unless an action is waiting. */
function leaveDialog(): void {
  const { defaultLoginUrl = site().defaultLoginUrl, isAwaited } = currentSign().opt;
  changeSign({ show: false });
  if (!defaultLoginUrl || isAwaited || !entryPages.includes(location.pathname)) return;
  goTo(
    afterSignIn({ ...ownFamily(location.origin), defaultLoginUrl, pathname: location.pathname }),
  );
}

/** Says that WeChat has identified a user who has no account yet. */
function BindNote() {
  return (
    <Text mb="md">
      {words.bindWhy}
      <Button variant="transparent" onClick={stopBinding}>
        {words.bindNot}
      </Button>
    </Text>
  );
}
