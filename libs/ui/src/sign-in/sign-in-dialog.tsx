import { Modal } from '../forms/dialogs.tsx';
import { modalWidth } from '../forms/widths.ts';
import { leaveDialog } from './after-sign-in.ts';
import { changeSign } from './sign.atoms.ts';
import { SignInForm } from './sign-in-form.tsx';
import { words } from './sign-in.words.ts';
import '../forms.css';

/** Signing in without leaving the page; what it interrupted goes on afterwards. */
export function SignInDialog({ isShown }: { isShown: boolean }) {
  const close = () => changeSign({ show: false });
  return (
    <Modal
      opened={isShown}
      onClose={close}
      title={words.title}
      size={modalWidth}
      centered
      closeButtonProps={{ 'aria-label': words.close }}
    >
      <SignInForm onDone={leaveDialog} />
    </Modal>
  );
}
