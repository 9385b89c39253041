import { Button } from '@cme/ui';
import { Drawer, Modal } from '@cme/ui/forms';
import type { ReactNode } from 'react';
import { words } from '../frame/exam.words.ts';
import css from './paper.module.css';
import { SubmitDialog } from './submit-dialog.tsx';
import type { PaperModel } from './use-paper.ts';

/** A dialog that can only be closed by its own button. */
const persistent = {
  withCloseButton: false,
  closeOnEscape: false,
  closeOnClickOutside: false,
  onClose: () => undefined,
};

interface Props {
  model: PaperModel;
  card: ReactNode;
  onTakeOver: () => void;
}

export function PaperDialogs({ model, card, onTakeOver }: Props) {
  const { open, state, paper, dialog, isPhone, isStopped, leaving, submission, goTo, closeDialog } =
    model;
  const isCutOff = submission.failure?.code === 'offline';
  return (
    <>
      <Drawer
        opened={isPhone && dialog === 'card'}
        onClose={closeDialog}
        position="bottom"
        size="75%"
        title={words.card}
      >
        {card}
      </Drawer>
      <Modal opened={dialog === 'submit' && !isStopped} onClose={closeDialog} title={words.confirm}>
        <SubmitDialog
          open={open}
          state={state}
          goTo={goTo}
          onCancel={closeDialog}
          {...submission}
        />
      </Modal>
      <Modal
        opened={leaving.state === 'blocked'}
        onClose={() => leaving.reset?.()}
        title={words.leaveTitle}
      >
        <p>{words.leaveText}</p>
        <div className={css.dialogButtons}>
          <Button variant="default" onClick={() => leaving.proceed?.()}>
            {words.leave}
          </Button>
          <Button onClick={() => leaving.reset?.()} data-autofocus>
            {words.stay}
          </Button>
        </div>
      </Modal>
      <Modal
        {...persistent}
        opened={paper.isTimeUp && state.interruption === undefined}
        title={words.timeUp}
      >
        <p role="status">{isCutOff ? words.timeUpOffline : words.submitting}</p>
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
