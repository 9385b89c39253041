import { isCallError, send } from '@cme/commons/api-client';
import type { DataOf } from '@cme/contract/base';
import { type playerCheckAnswer, playerCheckQuestion } from '@cme/contract/study';
import { Button, ErrorState, Skeleton, toast } from '@cme/ui';
import { Modal } from '@cme/ui/forms';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { type ComponentProps, useState } from 'react';
import { words } from './question.words.ts';
import css from './question.module.css';

type Graded = DataOf<typeof playerCheckAnswer>['graded'];
type CheckQuestion = DataOf<typeof playerCheckQuestion>;

interface Props {
  playToken: string;
  checkId: string;
  answer: (given: { answer: string; attempt: number }) => Promise<Graded>;
  /** Props of a dialog that can only be closed by answering. */
  frame: Omit<ComponentProps<typeof Modal>, 'opened' | 'children'>;
}

const questionQuery = (playToken: string, checkId: string) =>
  queryOptions({
    queryKey: ['player', 'check_question', playToken, checkId],
    queryFn: ({ signal }) =>
      send(playerCheckQuestion, { play_token: playToken, check_id: checkId }, { signal }),
    staleTime: Infinity,
    gcTime: 0,
  });

/** An in-class question: study continues after the right answer, which only the server knows. */
export function Question({ playToken, checkId, answer, frame }: Props) {
  const { data, error, refetch } = useQuery(questionQuery(playToken, checkId));
  const [wrongChoice, setWrong] = useState<string>();
  const grade = async (chosen: string, attempt: number) => {
    const graded = await answer({ answer: chosen, attempt });
    if (graded?.is_right === 'Y') {
      toast.success([words.right, graded.explain].filter(Boolean).join(' '));
      return;
    }
    const explanation = graded?.explain ? words.explain(graded.explain) : '';
    setWrong(graded && `${words.wrong}${explanation}`);
    await refetch();
  };
  return (
    <Modal {...frame} opened title={words.title}>
      {wrongChoice ? (
        <p className={css.wrong} role="alert">
          {wrongChoice}
        </p>
      ) : null}
      {data ? (
        <Sheet key={data.attempt} asked={data} grade={grade} />
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <Skeleton height={180} />
      )}
    </Modal>
  );
}

interface SheetProps {
  asked: CheckQuestion;
  grade: (chosen: string, attempt: number) => Promise<void>;
}

function Sheet({ asked: { stem, options, is_multiple, attempt }, grade }: SheetProps) {
  const [chosen, setChosen] = useState('');
  const [isSending, setSending] = useState(false);
  const isMultiple = is_multiple === 'Y';
  const choose = (key: string, isChosen: boolean) =>
    setChosen((before) => {
      if (!isMultiple) return key;
      const otherKeys = before.replace(key, '');
      return isChosen ? [...otherKeys, key].toSorted().join('') : otherKeys;
    });
  const submit = async () => {
    setSending(true);
    await grade(chosen, attempt).catch((error: unknown) =>
      toast.error(isCallError(error) ? error.message : words.failed),
    );
    setSending(false);
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <fieldset className={css.options}>
        <legend
          className={css.stem}
        >{`${isMultiple ? words.multiple : words.single}${stem}`}</legend>
        {options.map(({ key, text }, index) => (
          <label key={key} className={css.option}>
            <input
              type={isMultiple ? 'checkbox' : 'radio'}
              name="answer"
              checked={chosen.includes(key)}
              onChange={(event) => choose(key, event.target.checked)}
              data-autofocus={index === 0 || undefined}
            />
            <span>{`${key}. ${text}`}</span>
          </label>
        ))}
      </fieldset>
      <Button type="submit" fullWidth disabled={chosen === ''} loading={isSending}>
        {words.submit}
      </Button>
    </form>
  );
}
