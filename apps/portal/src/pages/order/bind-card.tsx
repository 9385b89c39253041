import { isCallFailed, send } from '@cme/commons/api-client';
import { linkTo } from '@cme/commons/route-links';
import { cardBind, cardUse, type StudyCard } from '@cme/contract';
import { Button, goTo, refresh, toast } from '@cme/ui';
import { TextInput, useForm } from '@cme/ui/forms';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { confirmWords as words } from './confirm.words.ts';
import css from './confirm.module.css';

interface Props {
  onBound: (card: StudyCard) => void;
  onDone: () => void;
}

type Typed = { card_no: string; password: string };

const problems = (typed: Typed): Partial<Typed> =>
  Object.fromEntries(
    (cardBind.body.safeParse(typed).error?.issues ?? []).map(({ path, message }) => [
      String(path[0]),
      message,
    ]),
  );

/** Brings a study card by its number and password. A card that opens certain courses offers to
 * open them. */
export function BindCard({ onBound, onDone }: Props) {
  const client = useQueryClient();
  const [card, setCard] = useState<StudyCard>();
  const form = useForm<Typed>({ initialValues: { card_no: '', password: '' }, validate: problems });
  const bind = useMutation({
    mutationFn: (typed: Typed) => send(cardBind, typed),
    onSuccess: async (bound) => {
      toast.success(words.bound);
      await refresh(client, { queryKey: ['order', 'preview'] });
      onBound(bound);
      if (bound.card_type === 'items') setCard(bound);
      else onDone();
    },
    onError: (error) =>
      form.setFieldError('card_no', isCallFailed(error) ? error.message : String(error)),
  });
  if (card) return <OpenByCard card={card} />;
  return (
    <form className={css.bind} noValidate onSubmit={form.onSubmit((typed) => bind.mutate(typed))}>
      <TextInput
        label={words.cardNo}
        autoComplete="off"
        maxLength={32}
        {...form.getInputProps('card_no')}
      />
      <TextInput
        label={words.cardPassword}
        autoComplete="off"
        maxLength={32}
        {...form.getInputProps('password')}
      />
      <Button type="submit" variant="outline" loading={bind.isPending}>
        {words.bind}
      </Button>
    </form>
  );
}

function OpenByCard({ card }: { card: StudyCard }) {
  const client = useQueryClient();
  const use = useMutation({
    mutationFn: () => send(cardUse, { card_no: card.card_no }),
    onSuccess: () => {
      toast.success(words.used);
      void refresh(client);
      goTo(linkTo.learn());
    },
    onError: (error) => void toast.error(error.message),
  });
  return (
    <div className={css.opens}>
      <p>{words.opens(card.items.map(({ title }) => title).join('、'))}</p>
      <Button variant="outline" loading={use.isPending} onClick={() => use.mutate()}>
        {words.use}
      </Button>
    </div>
  );
}
