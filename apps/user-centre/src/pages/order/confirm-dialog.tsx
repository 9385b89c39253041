import { send } from '@cme/commons/api-client';
import type { orderCancel, orderHide } from '@cme/contract/payment';
import { Button, Group, Text, toast } from '@cme/ui';
import { refresh } from '@cme/shell';
import { confirmWidth, Modal } from '@cme/ui/forms';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { words } from '../../components/words.ts';
import css from './order.module.css';

interface Props {
  call: typeof orderCancel | typeof orderHide;
  code: string;
  title: string;
  text: string;
  done: string;
  onClose: () => void;
}

/** Asks for confirmation before an order is changed. */
export function ConfirmDialog({ call, code, title, text, done, onClose }: Props) {
  const client = useQueryClient();
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => send(call as typeof orderHide, { order_code: code }),
    onSuccess: () => {
      toast.success(done);
      onClose();
    },
    onSettled: () => refresh(client, { queryKey: ['order'] }),
  });
  return (
    <Modal
      opened
      onClose={onClose}
      title={title}
      size={confirmWidth}
      centered
      closeButtonProps={{ 'aria-label': words.close }}
    >
      <Text>{text}</Text>
      {error ? (
        <p role="alert" className={css.error}>
          {error.message}
        </p>
      ) : null}
      <Group justify="flex-end" mt="lg">
        <Button variant="default" onClick={onClose} data-autofocus>
          {words.order.keep}
        </Button>
        <Button loading={isPending} onClick={() => mutate()}>
          {title}
        </Button>
      </Group>
    </Modal>
  );
}
