import { extensionReasonLimit, learnExtend, type LearnRow } from '@cme/contract/study';
import { Button, Group, Text, toast } from '@cme/ui';
import { confirmWidth, LongText, Modal } from '@cme/ui/forms';
import { type FormEvent, useState } from 'react';
import { words as centre } from '../../components/words.ts';
import css from './learn.module.css';
import { useExtend } from './learn.queries.ts';
import { learnWords as words } from './learn.words.ts';

/** Request for an extension. The input is kept if sending fails. */
export function ExtendForm({ row, onClose }: { row: LearnRow; onClose: () => void }) {
  const [reason, setReason] = useState('');
  const [validationError, setValidationError] = useState('');
  const { mutate, isPending, error } = useExtend(row.learning_id, () => {
    toast.success(words.asked);
    onClose();
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const parsed = learnExtend.body.safeParse({ learning_id: row.learning_id, reason });
    setValidationError(parsed.success ? '' : (parsed.error.issues[0]?.message ?? ''));
    if (parsed.success) mutate(parsed.data.reason);
  };
  return (
    <Modal
      opened
      onClose={onClose}
      title={words.extendTitle}
      size={confirmWidth}
      centered
      closeButtonProps={{ 'aria-label': centre.close }}
    >
      <form onSubmit={submit} noValidate>
        <Text fw={600}>{row.course.title}</Text>
        <Text mt={4} mb="md" size="sm" c="dimmed">
          {words.extendHint}
        </Text>
        <LongText
          label={words.reason}
          description={words.reasonHint}
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
          most={extensionReasonLimit}
          error={validationError || undefined}
          rows={3}
          required
          data-autofocus
        />
        {error ? (
          <p role="alert" className={css.error}>
            {error.message}
          </p>
        ) : null}
        <Group justify="flex-end" mt="lg">
          <Button variant="default" onClick={onClose}>
            {centre.cancel}
          </Button>
          <Button type="submit" loading={isPending}>
            {words.submit}
          </Button>
        </Group>
      </form>
    </Modal>
  );
}
