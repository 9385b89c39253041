import { send } from '@cme/commons/api-client';
import { type DataOf, deviceSignOutOthers } from '@cme/contract';
import { Button, Group, Text, toast } from '@cme/ui';
import { confirmWidth, Modal } from '@cme/ui/forms';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import css from './setting.module.css';
import { words } from './setting.words.ts';

interface Props {
  onDone: (left: DataOf<typeof deviceSignOutOthers>) => void;
}

/** Signs out all other devices after confirmation. */
export function SignOutOthers({ onDone }: Props) {
  const [isAsked, setAsked] = useState(false);
  const signOut = useMutation({
    mutationFn: () => send(deviceSignOutOthers, {}),
    onSuccess: (left) => {
      setAsked(false);
      onDone(left);
    },
    onError: (error) => toast.error(error.message),
  });
  return (
    <div className={css.actions}>
      <Button variant="default" onClick={() => setAsked(true)}>
        {words.signOutOthers}
      </Button>
      <Modal
        opened={isAsked}
        onClose={() => setAsked(false)}
        title={words.signOutOthers}
        size={confirmWidth}
        centered
        closeButtonProps={{ 'aria-label': words.close }}
      >
        <Text>{words.signOutOthersSure}</Text>
        <Group justify="flex-end" mt="lg">
          <Button variant="default" onClick={() => setAsked(false)} data-autofocus>
            {words.cancel}
          </Button>
          <Button color="red" loading={signOut.isPending} onClick={() => signOut.mutate()}>
            {words.signOutOthersYes}
          </Button>
        </Group>
      </Modal>
    </div>
  );
}
