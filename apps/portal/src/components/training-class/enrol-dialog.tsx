import { send } from '@cme/commons/api-client';
import { linkTo } from '@cme/commons/route-links';
import type { DataOf } from '@cme/contract/base';
import type { FileRef } from '@cme/contract/person';
import { classAgreement, type MyClass, type trainingclassDetail } from '@cme/contract/study';
import { Button, Icon, lazyPart, LinkTo } from '@cme/ui';
import { refresh } from '@cme/shell';
import { Checkbox, Modal } from '@cme/ui/forms';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { ClassFacts } from './class-facts.tsx';
import css from './training-class.module.css';
import { classWords as words } from './class.words.ts';

const loadCalls = () => import('@cme/contract/study/training-class');

const ProofsField = lazyPart(async () => (await import('./proofs-field.tsx')).ProofsField);

type ClassDetail = DataOf<typeof trainingclassDetail>;

/** The class, its audience and the agreement; then the result. */
export function EnrolDialog({
  trainingClass,
  onClose,
}: {
  trainingClass: ClassDetail;
  onClose: () => void;
}) {
  const client = useQueryClient();
  const [proofs, setProofs] = useState<FileRef[]>([]);
  const [isUploading, setUploading] = useState(false);
  const unproven = trainingClass.unproven ?? [];
  const apply = useMutation({
    mutationFn: async () => {
      const { class_id } = trainingClass;
      const { trainingclassApply, trainingclassProve } = await loadCalls();
      if (proofs.length > 0)
        await send(trainingclassProve, {
          class_id,
          file_ids: proofs.map(({ file_id }) => file_id),
        });
      return send(trainingclassApply, { class_id, agree_version: classAgreement });
    },
    onSettled: () => void refresh(client, { queryKey: ['trainingclass'] }),
  });
  const kind = trainingClass.action === 'wait' ? 'wait' : 'apply';
  return (
    <Modal
      opened
      onClose={onClose}
      title={apply.data ? words.doneTitle : words.dialogTitle[kind]}
      closeButtonProps={{ 'aria-label': words.close }}
    >
      {apply.data ? (
        <Done mine={apply.data} onClose={onClose} />
      ) : (
        <>
          <p className={css.dialogName}>{trainingClass.title}</p>
          <ClassFacts trainingClass={trainingClass} />
          {kind === 'wait' ? (
            <p className={css.hint}>{words.waitText(trainingClass.waiting)}</p>
          ) : null}
          {trainingClass.review === 'Y' ? <p className={css.hint}>{words.reviewText}</p> : null}
          {unproven.length > 0 ? (
            <ProofsField
              names={unproven}
              value={proofs}
              onChange={setProofs}
              onBusy={setUploading}
            />
          ) : null}
          <AgreeAndSubmit
            kind={kind}
            fault={findProofFault(unproven, proofs, isUploading)}
            isBusy={apply.isPending}
            error={apply.error?.message}
            onSubmit={() => apply.mutate()}
            onClose={onClose}
          />
        </>
      )}
    </Modal>
  );
}

const findProofFault = (unproven: readonly string[], proofs: FileRef[], isUploading: boolean) =>
  isUploading
    ? words.proofOpen
    : unproven.length > 0 && proofs.length === 0
      ? words.proofFirst
      : '';

interface SubmitProps {
  kind: 'apply' | 'wait';
  /** Why it cannot be sent yet. */
  fault: string;
  isBusy: boolean;
  error: string | undefined;
  onSubmit: () => void;
  onClose: () => void;
}

function AgreeAndSubmit({ kind, fault, isBusy, error, onSubmit, onClose }: SubmitProps) {
  const [isAgreed, setAgreed] = useState(false);
  const [isMissing, setMissing] = useState(false);
  const [isTried, setTried] = useState(false);
  const shownError = (isTried && fault) || error;
  const box = useRef<HTMLInputElement>(null);
  const submit = () => {
    setTried(true);
    setMissing(!isAgreed);
    if (!isAgreed) box.current?.focus();
    else if (fault === '') onSubmit();
  };
  return (
    <>
      <ul className={css.agreement}>
        {words.agreement.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      <Checkbox
        ref={box}
        label={words.agree}
        checked={isAgreed}
        error={isMissing}
        aria-required
        aria-describedby={isMissing ? 'class-agree-error' : undefined}
        onChange={(event) => setAgreed(event.currentTarget.checked)}
      />
      {isMissing && !isAgreed ? (
        <p id="class-agree-error" role="alert" className={css.error}>
          {words.agreeFirst}
        </p>
      ) : null}
      {shownError ? (
        <p role="alert" className={css.error}>
          {shownError}
        </p>
      ) : null}
      <div className={css.dialogButtons}>
        <Button variant="default" size="md" onClick={onClose}>
          {words.cancel}
        </Button>
        <Button size="md" loading={isBusy} onClick={submit}>
          {words.submit[kind]}
        </Button>
      </div>
    </>
  );
}

function Done({ mine: myClass, onClose }: { mine: MyClass; onClose: () => void }) {
  return (
    <div className={css.done}>
      <Icon name={myClass.member_status === 'waiting' ? 'clock' : 'check'} size={40} />
      <p role="status">
        {words.done[myClass.member_status] ?? myClass.member_status_name}
        {myClass.waiting_place > 0 ? `，${words.place_(myClass.waiting_place)}` : ''}
      </p>
      <div className={css.dialogButtons}>
        <Button variant="default" size="md" onClick={onClose} data-autofocus>
          {words.close}
        </Button>
        {myClass.member_status === 'admitted' ? (
          <Button size="md" component={LinkTo} to={linkTo.learn()}>
            {words.study}
          </Button>
        ) : null}
      </div>
    </div>
  );
}
