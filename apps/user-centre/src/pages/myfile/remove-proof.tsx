import { send } from '@cme/commons/api-client';
import { type MyFile, myfileDelete } from '@cme/contract/person';
import { Button, Group, Text } from '@cme/ui';
import { confirmWidth, Modal } from '@cme/ui/forms';
import { useMutation } from '@tanstack/react-query';
import css from './myfile.module.css';
import { myfileWords as words } from './myfile.words.ts';

interface Props {
  file: MyFile;
  onClose: () => void;
  onRemoved: () => void;
}

/** Asks first, because a deleted file cannot be restored. */
export function RemoveProof({ file: { file_id, name }, onClose, onRemoved }: Props) {
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => send(myfileDelete, { file_id }),
    onSuccess: () => {
      onClose();
      onRemoved();
    },
  });
  return (
    <Modal
      opened
      onClose={onClose}
      title={words.removeTitle}
      size={confirmWidth}
      centered
      closeButtonProps={{ 'aria-label': words.close }}
    >
      <Text>{words.removeAsk(name)}</Text>
      {error ? (
        <p role="alert" className={css.fault}>
          {error.message}
        </p>
      ) : null}
      <Group justify="flex-end" mt="lg">
        <Button variant="default" onClick={onClose} data-autofocus>
          {words.keep}
        </Button>
        <Button color="red" loading={isPending} onClick={() => mutate()}>
          {words.remove}
        </Button>
      </Group>
    </Modal>
  );
}
