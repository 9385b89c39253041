import { Button, toast } from '@cme/ui';
import { Modal } from '@cme/ui/forms';
import { useState } from 'react';
import { words } from '../../words.ts';
import type { usePlay } from './use-play.ts';

/** What stops the study until the learner answers: presence check, taken over elsewhere, lapsed. */
export function Dialogs({ play, answerCheck, again }: ReturnType<typeof usePlay>) {
  const [sending, setSending] = useState(false);
  const { halt, ledger } = play;
  const answer = async () => {
    setSending(true);
    await answerCheck().catch((error: Error) => toast.error(error.message));
    setSending(false);
  };
  const isMoved = halt?.kind === 'moved';
  const isLapsed = halt?.kind === 'lapsed';
  const stay = {
    withCloseButton: false,
    closeOnEscape: false,
    closeOnClickOutside: false,
    onClose: () => undefined,
    centered: true,
  };
  return (
    <>
      <Modal {...stay} opened={!halt && ledger?.open_check !== undefined} title={words.checkTitle}>
        <p>{words.checkText}</p>
        <Button loading={sending} onClick={() => void answer()} data-autofocus>
          {words.goOn}
        </Button>
      </Modal>
      <Modal
        {...stay}
        opened={isMoved || isLapsed}
        title={isMoved ? words.movedTitle : words.lapsedTitle}
      >
        <p>{isMoved ? words.moved : words.lapsed}</p>
        <Button onClick={() => again(isMoved)} data-autofocus>
          {isMoved ? words.takeOver : words.goOn}
        </Button>
      </Modal>
    </>
  );
}
