import { isCallError, send } from '@cme/commons/api-client';
import { linkTo } from '@cme/commons/route-links';
import { exchangeSubmit } from '@cme/contract/credits';
import { goTo } from '@cme/shell';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { declareWords } from '../changecredits.words.ts';
import { detailQuery } from '../exchange.queries.ts';
import type { DraftAutosave } from './use-draft.ts';

/** Submits the saved draft; a rejected field is shown on its step. */
export function useSubmit(
  { save, base }: Pick<DraftAutosave, 'save' | 'base'>,
  /** Waits for running uploads. */
  isHeld: boolean,
  onField: (field: string, message: string) => void,
) {
  const client = useQueryClient();
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState('');
  const submit = async () => {
    if (isHeld) return onField('files', declareWords.uploadsOpen);
    setBusy(true);
    setFailure('');
    try {
      if (!(await save())) return;
      const { declare_no, revision } = base.current;
      if (!declare_no) return;
      const detail = await send(exchangeSubmit, { declare_no, revision });
      client.setQueryData(detailQuery(declare_no).queryKey, detail);
      void client.invalidateQueries({ queryKey: ['changecredits', 'list'] });
      void client.invalidateQueries({ queryKey: ['credits'] });
      goTo(linkTo.exchangeDetail({ no: declare_no }));
    } catch (error) {
      if (!isCallError(error)) throw error;
      const field = error.field;
      if (field) onField(field, error.message);
      setFailure(error.message);
    } finally {
      setBusy(false);
    }
  };
  return { submit, isBusy, failure };
}
