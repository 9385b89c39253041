import { send } from '@cme/commons/api-client';
import type { ClassRow } from '@cme/contract/study';
import { Button, toast } from '@cme/ui';
import { refresh } from '@cme/shell';
import { confirmWidth, Modal } from '@cme/ui/forms';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import css from './training-class.module.css';
import { classWords as words } from './class.words.ts';

const trainingclassQuit = async () =>
  (await import('@cme/contract/study/training-class')).trainingclassQuit;

export function QuitDialog({
  trainingClass,
  onClose,
}: {
  trainingClass: ClassRow;
  onClose: () => void;
}) {
  const client = useQueryClient();
  const quit = useMutation({
    mutationFn: () => send(trainingclassQuit, { class_id: trainingClass.class_id }),
    onSuccess: () => {
      toast.success(words.quitDone);
      onClose();
    },
    onSettled: () => void refresh(client, { queryKey: ['trainingclass'] }),
  });
  return (
    <Modal
      opened
      onClose={onClose}
      size={confirmWidth}
      title={words.quitTitle}
      closeButtonProps={{ 'aria-label': words.close }}
    >
      <p className={css.dialogName}>{trainingClass.title}</p>
      <p className={css.hint}>{words.quitText}</p>
      {quit.error ? (
        <p role="alert" className={css.error}>
          {quit.error.message}
        </p>
      ) : null}
      <div className={css.dialogButtons}>
        <Button variant="default" size="md" onClick={onClose} data-autofocus>
          {words.keep}
        </Button>
        <Button size="md" color="red" loading={quit.isPending} onClick={() => quit.mutate()}>
          {words.quitSure}
        </Button>
      </div>
    </Modal>
  );
}
