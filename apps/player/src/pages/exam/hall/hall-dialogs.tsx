import { Button } from '@cme/ui';
import { Drawer, Modal } from '@cme/ui/forms';
import type { ReactNode } from 'react';
import { words } from '../exam.words.ts';
import css from './hall.module.css';
import { HandIn } from './hand-in.tsx';
import type { HallModel } from './use-hall.ts';

/** A dialog that can only be closed by its own button. */
const persistent = {
  withCloseButton: false,
  closeOnEscape: false,
  closeOnClickOutside: false,
  onClose: () => undefined,
};

interface Props {
  model: HallModel;
  card: ReactNode;
  onTakeOver: () => void;
}

export function HallDialogs({ model, card, onTakeOver }: Props) {
  const { open, state, hall, isPhone, isStopped, submission, goTo, closeDialog } = model;
  const isCutOff = submission.failure?.code === 'offline';
  return (
    <>
      <Drawer
        opened={isPhone && hall.dialog === 'card'}
        onClose={closeDialog}
        position="bottom"
        size="75%"
        title={words.card}
      >
        {card}
      </Drawer>
      <Modal
        opened={hall.dialog === 'hand-in' && !isStopped}
        onClose={closeDialog}
        title={words.confirm}
      >
        <HandIn open={open} state={state} goTo={goTo} onCancel={closeDialog} {...submission} />
      </Modal>
      <Modal
        {...persistent}
        opened={hall.isTimeUp && state.interruption === undefined}
        title={words.timeUp}
      >
        <p role="status">{isCutOff ? words.timeUpOffline : words.handingIn}</p>
        {isCutOff && state.unsaved.length > 0 ? (
          <p>{words.notArrived(state.unsaved.length)}</p>
        ) : null}
      </Modal>
      <Modal {...persistent} opened={state.interruption === 'moved'} title={words.movedTitle}>
        <p>{words.moved}</p>
        <div className={css.dialogButtons}>
          <Button onClick={onTakeOver} data-autofocus>
            {words.takeOver}
          </Button>
        </div>
      </Modal>
    </>
  );
}
