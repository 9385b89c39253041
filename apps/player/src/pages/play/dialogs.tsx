import { Button, lazyPart, toast } from '@cme/ui';
import { Modal } from '@cme/ui/forms';
import { useState } from 'react';
import { words } from '../../components/words.ts';
import type { usePlay } from './section/use-play.ts';

const Question = lazyPart(async () => (await import('./question/question.tsx')).Question);

/**
 * Dialogs that pause study until the learner answers: presence check, taken over elsewhere,
 * lapsed session.
 */
export function Dialogs({ play, answerCheck, enterAgain }: ReturnType<typeof usePlay>) {
  const [sending, setSending] = useState(false);
  const { interruption, ledger, entered } = play;
  const check = ledger?.open_check;
  const answer = async () => {
    setSending(true);
    await answerCheck().catch((error: Error) => toast.error(error.message));
    setSending(false);
  };
  const isMoved = interruption?.kind === 'moved';
  const isLapsed = interruption?.kind === 'lapsed';
  const persistent = {
    withCloseButton: false,
    closeOnEscape: false,
    closeOnClickOutside: false,
    onClose: () => undefined,
    centered: true,
  };
  return (
    <>
      {!interruption && entered && check?.kind === 'question' ? (
        <Question
          playToken={entered.play_token}
          checkId={check.check_id}
          answer={answerCheck}
          frame={persistent}
        />
      ) : null}
      <Modal
        {...persistent}
        opened={!interruption && check !== undefined && check.kind !== 'question'}
        title={words.checkTitle}
      >
        <p>{words.checkText}</p>
        <Button loading={sending} onClick={() => void answer()} data-autofocus>
          {words.goOn}
        </Button>
      </Modal>
      <Modal
        {...persistent}
        opened={isMoved || isLapsed}
        title={isMoved ? words.movedTitle : words.lapsedTitle}
      >
        <p>{isMoved ? words.moved : words.lapsed}</p>
        <Button onClick={() => enterAgain(isMoved)} data-autofocus>
          {isMoved ? words.takeOver : words.goOn}
        </Button>
      </Modal>
    </>
  );
}
