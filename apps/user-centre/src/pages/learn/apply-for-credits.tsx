import { send } from '@cme/commons/api-client';
import { creditsApply } from '@cme/contract/credits';
import type { LearnRow } from '@cme/contract/study';
import { Button, toast } from '@cme/ui';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { words } from '../../components/words.ts';

/** Only on sites where learners apply for credits; idempotent. */
export function ApplyForCredits({ row: { learning_id } }: { row: LearnRow }) {
  const client = useQueryClient();
  const { mutate, isPending } = useMutation({
    mutationFn: () => send(creditsApply, { learning_id }),
    onSuccess: async ({ hours, credits }) => {
      toast.success(words.credited(hours, credits));
      await client.invalidateQueries({ queryKey: ['learn'] });
    },
    onError: (error) => toast.error(error.message),
  });
  return (
    <Button loading={isPending} aria-describedby={`course-${learning_id}`} onClick={() => mutate()}>
      {words.applyForCredits}
    </Button>
  );
}
