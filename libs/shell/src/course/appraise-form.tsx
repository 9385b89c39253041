import { send } from '@cme/commons/api-client';
import {
  appraiseAdd,
  appraiseScales,
  type AppraiseScale,
  appraiseTextLimit,
} from '@cme/contract/study';
import { Button, toast } from '@cme/ui';
import { refresh } from '@cme/shell';
import { LongText } from '@cme/ui/forms';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { appraiseWords } from './appraise.words.ts';
import css from './appraises.module.css';

type Scores = Partial<Record<AppraiseScale, number>>;

/**
 * Rating form for learners who have completed the course: four scales and a comment, submitted
 * once. The draft is kept until the server has accepted it.
 */
export function AppraiseForm({ courseId }: { courseId: string }) {
  const client = useQueryClient();
  const [scores, setScores] = useState<Scores>({});
  const [text, setText] = useState('');
  const [error, setError] = useState('');
  const add = useMutation({
    mutationFn: (scores: Required<Scores>) =>
      send(appraiseAdd, { content_type: 'C', id: courseId, ...scores, text }),
    onSuccess: async () => {
      toast.success(appraiseWords.done);
      await refresh(client, { queryKey: ['content'] });
    },
    onError: (failure) => setError(failure.message),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isWhole(scores)) return setError(appraiseWords.missing);
    setError('');
    add.mutate(scores);
  };
  return (
    <form className={css.form} onSubmit={submit} aria-busy={add.isPending} noValidate>
      <h3>{appraiseWords.formTitle}</h3>
      <p className={css.when}>{appraiseWords.once}</p>
      {appraiseScales.map(({ name, title }) => (
        <fieldset key={name} className={css.scale}>
          <legend>{title}</legend>
          {appraiseWords.points.map((point, index) => (
            <label key={point}>
              <input
                type="radio"
                name={name}
                value={index + 1}
                checked={scores[name] === index + 1}
                onChange={() => setScores({ ...scores, [name]: index + 1 })}
              />
              {point}
            </label>
          ))}
        </fieldset>
      ))}
      <LongText
        label={appraiseWords.text}
        value={text}
        most={appraiseTextLimit}
        rows={4}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      {error ? (
        <p className={css.error} role="alert">
          {error}
        </p>
      ) : null}
      <Button size="md" type="submit" loading={add.isPending}>
        {appraiseWords.submit}
      </Button>
    </form>
  );
}

const isWhole = (scores: Scores): scores is Required<Scores> =>
  appraiseScales.every(({ name }) => scores[name] !== undefined);
