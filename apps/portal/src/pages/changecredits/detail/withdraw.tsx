import { send } from '@cme/commons/api-client';
import { exchangeWithdraw } from '@cme/contract/credits';
import { Button, toast } from '@cme/ui';
import { confirmWidth, Modal } from '@cme/ui/forms';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import css from './detail.module.css';
import { detailWords as words } from '../changecredits.words.ts';
import { detailQuery } from '../exchange.queries.ts';

/** Withdraws the declaration after confirmation. */
export function Withdraw({ declareNo, isDraft }: { declareNo: string; isDraft: boolean }) {
  const client = useQueryClient();
  const [isOpen, setOpen] = useState(false);
  const withdraw = useMutation({
    mutationFn: () => send(exchangeWithdraw, { declare_no: declareNo }),
    onSuccess: (detail) => {
      client.setQueryData(detailQuery(declareNo).queryKey, detail);
      void toast.success(words.withdrawn);
    },
    onError: (error) => {
      void toast.error(error.message);
      void client.invalidateQueries({ queryKey: detailQuery(declareNo).queryKey });
    },
    onSettled: () => {
      setOpen(false);
      void client.invalidateQueries({ queryKey: ['changecredits', 'list'] });
      void client.invalidateQueries({ queryKey: ['credits'] });
    },
  });
  const name = isDraft ? words.giveUp : words.withdraw;
  return (
    <>
      <Button variant="default" onClick={() => setOpen(true)}>
        {name}
      </Button>
      <Modal
        opened={isOpen}
        onClose={() => setOpen(false)}
        title={isDraft ? words.giveUp : words.withdrawTitle}
        size={confirmWidth}
      >
        <p>{isDraft ? words.giveUpText : words.withdrawText}</p>
        <div className={css.dialogButtons}>
          <Button variant="default" onClick={() => setOpen(false)}>
            {words.cancel}
          </Button>
          <Button loading={withdraw.isPending} onClick={() => withdraw.mutate()}>
            {name}
          </Button>
        </div>
      </Modal>
    </>
  );
}
