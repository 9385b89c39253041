import { send } from '@cme/commons/api-client';
import type { ClassRow } from '@cme/contract/study';
import { classSign, type ClassSession } from '@cme/contract/study/class-sign';
import { ErrorState, lazyPart, Skeleton } from '@cme/ui';
import { Modal } from '@cme/ui/forms';
import { useQuery } from '@tanstack/react-query';
import { CodeForm } from './code-form.tsx';
import { codeQuery, sessionsQuery } from './sign.queries.ts';
import css from './sign.module.css';
import { signWords } from './sign.words.ts';

const Qr = lazyPart(async () => (await import('@cme/ui/qr')).Qr, {
  waiting: <Skeleton height={176} width={176} />,
});

/**
 * Attendance check of a lesson: with the code on the screen, or with the learner's own code at
 * the door.
 */
export function SignDialog({ row, close }: { row: ClassRow; close: () => void }) {
  return (
    <Modal
      opened
      onClose={close}
      title={signWords.title(row.title)}
      closeButtonProps={{ 'aria-label': signWords.close }}
    >
      <ScreenCode classId={row.class_id} />
      <OwnCode classId={row.class_id} />
      <Sessions classId={row.class_id} />
    </Modal>
  );
}

function ScreenCode({ classId }: { classId: string }) {
  return (
    <CodeForm
      label={signWords.code}
      hint={signWords.codeHint}
      submit={signWords.submit}
      digits={6}
      send={async (code) => {
        const { session_title, sign_status_name } = await send(classSign, {
          class_id: classId,
          code,
        });
        return signWords.done(session_title, sign_status_name);
      }}
      changes={['trainingclass']}
    />
  );
}

function OwnCode({ classId }: { classId: string }) {
  const { data } = useQuery(codeQuery(classId));
  return (
    <section className={css.own} aria-label={signWords.own}>
      <p>{signWords.own}</p>
      {data ? (
        <>
          <div className={css.qr}>
            <Qr text={data.qr_text || data.code} label={signWords.ownQr} />
          </div>
          <p className={css.digits}>{data.code}</p>
        </>
      ) : (
        <Skeleton height={220} width={176} />
      )}
      <p className={css.hint}>{signWords.ownHint}</p>
    </section>
  );
}

function Sessions({ classId }: { classId: string }) {
  const { data, error, refetch } = useQuery(sessionsQuery(classId));
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  return (
    <section aria-label={signWords.sessions}>
      <h3 className={css.heading}>{signWords.sessions}</h3>
      {data ? (
        <>
          <p className={css.hint}>{signWords.attendance(data.attendance, data.needed)}</p>
          <ul className={css.sessions}>
            {data.list.map((session) => (
              <Session key={session.session_id} session={session} />
            ))}
          </ul>
        </>
      ) : (
        <Skeleton height={120} />
      )}
    </section>
  );
}

function Session({ session }: { session: ClassSession }) {
  const { title, day, from, to, sign_status, sign_status_name, reason, can_sign } = session;
  const state = sign_status_name || (can_sign === 'Y' ? signWords.open : signWords.notYet);
  return (
    <li className={css.session}>
      <span>
        {title}
        <span className={css.hint}>{` ${day} ${from}—${to}`}</span>
        {reason ? <span className={css.hint}>{` ${signWords.reason(reason)}`}</span> : null}
      </span>
      <span className={css.state} data-state={sign_status || (can_sign === 'Y' ? 'open' : '')}>
        {state}
      </span>
    </li>
  );
}
