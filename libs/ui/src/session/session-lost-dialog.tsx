import { loginLink } from '@cme/commons/route-links';
import { Modal } from '../forms/dialogs.tsx';
import { confirmWidth } from '../forms/widths.ts';
import { goTo } from './go-to.ts';
import { words } from '../sign-in/sign-in.words.ts';
import { Button } from '../plain/button.tsx';
import { Group, Text } from '../plain/layout.tsx';
import '../forms.css';

/** Asks whether to sign in again after a 401 or 403. */
export function SessionLostDialog({ status, onDone }: { status: 401 | 403; onDone: () => void }) {
  const confirm = () => {
    onDone();
    goTo(loginLink(location.href, { again: status === 403 }));
  };
  return (
    <Modal
      opened
      onClose={onDone}
      title={words.lost.title}
      size={confirmWidth}
      centered
      closeButtonProps={{ 'aria-label': words.close }}
    >
      <Text>{words.lost.question}</Text>
      <Group justify="flex-end" mt="lg">
        <Button onClick={confirm} data-autofocus>
          {words.lost.confirm}
        </Button>
      </Group>
    </Modal>
  );
}
