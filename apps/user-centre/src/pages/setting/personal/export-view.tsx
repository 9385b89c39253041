import { send } from '@cme/commons/api-client';
import { type DataExport, exportDownload, exportRequest } from '@cme/contract/person';
import { Button, ErrorState, Progress, Skeleton, toast } from '@cme/ui';
import { useOpenFile, useUserInfo } from '@cme/shell';
import { useForm, useSubmission } from '@cme/ui/forms';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { personalWords as words } from './personal.words.ts';
import { exportQuery } from '../frame/setting.queries.ts';
import css from '../frame/setting.module.css';
import { StepUpFields, stepUpErrors, stepUpOf, stepUpValues } from '../frame/step-up-fields.tsx';
import { takeFocus } from '@cme/ui/take-focus';
import { ViewFrame } from '../frame/view-frame.tsx';

/** Export of all personal data. */
export function ExportView() {
  const { data, error, isFetching, refetch } = useQuery(exportQuery());
  const [isAsked, setAsked] = useState(false);
  const current = data?.export;
  const isOpen = current && ['waiting', 'running', 'ready'].includes(current.status);
  const isLocked = current?.status === 'ready' && data?.needs_proof === 'Y';
  return (
    <ViewFrame title={words.export}>
      <p>{words.exportIntro}</p>
      {current ? (
        <Standing key={current.export_id} row={current} isLocked={isLocked} isNew={isAsked} />
      ) : null}
      {data && (!isOpen || isLocked) ? (
        <Request isLocked={isLocked} onDone={() => setAsked(true)} />
      ) : null}
      {!data && error && !isFetching ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : null}
      {!data && (!error || isFetching) ? <Skeleton height={160} /> : null}
    </ViewFrame>
  );
}

interface StandingProps {
  row: DataExport;
  /** Another device requested it. */
  isLocked: boolean;
  isNew: boolean;
}

function Standing({ row, isLocked, isNew }: StandingProps) {
  const { status, status_name, done, total } = row;
  const percent = total > 0 ? Math.round((done / total) * 100) : 0;
  return (
    <div
      className={css.notice}
      role="status"
      tabIndex={-1}
      // The pressed button is gone, so the focus moves here.
      ref={isNew ? takeFocus : undefined}
    >
      <p>
        <strong>{status_name}</strong>
      </p>
      <p className={css.quiet}>{words.askedAt(row.requested_at)}</p>
      {status === 'waiting' || status === 'running' ? (
        <>
          <Progress value={percent} aria-label={words.progress} mt={8} />
          <p className={css.quiet}>{words.leaveOpen}</p>
        </>
      ) : null}
      {status === 'ready' && !isLocked ? <Download row={row} /> : null}
      {isLocked ? <p className={css.quiet}>{words.proveToDownload}</p> : null}
    </div>
  );
}

const formatSize = (bytes: number) =>
  bytes < 1_048_576
    ? `${Math.max(1, Math.round(bytes / 1024))} KB`
    : `${(bytes / 1_048_576).toFixed(1)} MB`;

function Download({ row: { export_id, size, expire_at } }: { row: DataExport }) {
  const open = useOpenFile();
  const client = useQueryClient();
  const downloadExport = async () => {
    try {
      const { url } = await send(exportDownload, { export_id });
      open(url);
    } catch (error) {
      toast.error(error instanceof Error ? error.message : words.failed);
      await client.invalidateQueries({ queryKey: exportQuery().queryKey });
    }
  };
  return (
    <>
      <p className={css.quiet}>{words.until(expire_at)}</p>
      <div className={css.actions}>
        <Button onClick={() => void downloadExport()}>{words.download(formatSize(size))}</Button>
      </div>
    </>
  );
}

function Request({ isLocked, onDone }: { isLocked: boolean; onDone: () => void }) {
  const { user } = useUserInfo();
  const client = useQueryClient();
  const form = useForm({ initialValues: stepUpValues, validate: stepUpErrors });
  const requestExport = async (values: typeof stepUpValues) => {
    const state = await send(exportRequest, stepUpOf(values));
    onDone();
    client.setQueryData(exportQuery().queryKey, state);
  };
  const { submit, isBusy, failure } = useSubmission(form, requestExport, ({ field }) => field);
  return (
    <form className={css.form} onSubmit={submit} noValidate aria-busy={isBusy}>
      <StepUpFields form={form} mobile={user?.mobile ?? ''} />
      {failure ? <p role="alert">{failure}</p> : null}
      <div className={css.actions}>
        <Button type="submit" loading={isBusy}>
          {isLocked ? words.prove : words.ask}
        </Button>
      </div>
    </form>
  );
}
