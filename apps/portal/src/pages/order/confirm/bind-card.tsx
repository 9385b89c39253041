import { isCallError, send } from '@cme/commons/api-client';
import { linkTo } from '@cme/commons/route-links';
import { cardBind, cardUse, type StudyCard } from '@cme/contract/payment';
import { Button, toast } from '@cme/ui';
import { goTo, refresh } from '@cme/shell';
import { fieldErrors, NumberLine, useForm } from '@cme/ui/forms';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { confirmWords as words } from './confirm.words.ts';
import css from './confirm.module.css';

interface Props {
  onBound: (card: StudyCard) => void;
  onDone: () => void;
}

interface FormValues {
  card_no: string;
  password: string;
}

/** Binds a study card by number and password. A card for certain courses offers to open them. */
export function BindCard({ onBound, onDone }: Props) {
  const client = useQueryClient();
  const [card, setCard] = useState<StudyCard>();
  const form = useForm<FormValues>({
    initialValues: { card_no: '', password: '' },
    validate: (values) => fieldErrors<FormValues>(cardBind.body, values),
  });
  const bind = useMutation({
    mutationFn: (values: FormValues) => send(cardBind, values),
    onSuccess: async (boundCard) => {
      toast.success(words.bound);
      await refresh(client, { queryKey: ['order', 'preview'] });
      onBound(boundCard);
      if (boundCard.card_type === 'items') setCard(boundCard);
      else onDone();
    },
    onError: (error) =>
      form.setFieldError('card_no', isCallError(error) ? error.message : String(error)),
  });
  if (card) return <OpenByCard card={card} />;
  return (
    <form className={css.bind} noValidate onSubmit={form.onSubmit((values) => bind.mutate(values))}>
      <NumberLine label={words.cardNo} {...form.getInputProps('card_no')} />
      <NumberLine label={words.cardPassword} {...form.getInputProps('password')} />
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
