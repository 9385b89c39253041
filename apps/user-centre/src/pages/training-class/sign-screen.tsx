import { isCallError, send } from '@cme/commons/api-client';
import { linkTo } from '@cme/commons/route-links';
import { classSignAtDoor } from '@cme/contract/study/class-sign';
import { Button, EmptyState, ErrorState, LinkTo, Skeleton } from '@cme/ui';
import { PageTitle } from '@cme/shell';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { CodeForm } from './code-form.tsx';
import { codeQuery } from './sign.queries.ts';
import css from './sign.module.css';
import { signWords } from './sign.words.ts';

/**
 * Attendance screen for teachers: the code of a lesson, who has signed in, and codes at the door.
 */
export function SignScreen({ classId }: { classId: string }) {
  const [session, setSession] = useState('');
  const { data, error, refetch } = useQuery(codeQuery(classId, session));
  const isForeign =
    data?.mode === 'show_code' || (isCallError(error) && error.code === 'not_owned');
  if (isForeign)
    return (
      <EmptyState
        text={signWords.notTeacher}
        action={
          <Button component={LinkTo} to={linkTo.trainingclass()}>
            {signWords.back}
          </Button>
        }
      />
    );
  if (error && !data) return <ErrorState isPage error={error} onRetry={() => void refetch()} />;
  return (
    <>
      <PageTitle name={signWords.screen} />
      <h1 className={css.title}>{signWords.screen}</h1>
      {data ? (
        <>
          <label className={css.lesson}>
            {signWords.lesson}
            <select
              value={data.session_id}
              onChange={({ target }) => setSession(target.value)}
              className={css.select}
            >
              {data.sessions.map(({ session_id, title }) => (
                <option key={session_id} value={session_id}>
                  {signWords.lessonOf(session_id, title)}
                </option>
              ))}
            </select>
          </label>
          <Board>
            <p className={css.boardTitle}>{data.session_title}</p>
            {data.can_sign === 'Y' ? (
              <>
                <p className={css.large}>{data.code}</p>
                <Left end={data.expire_ms} clockOffset={data.clockOffset} />
              </>
            ) : (
              <p>{signWords.shut}</p>
            )}
            <p role="status">{signWords.count(data.signed_list.length, data.members)}</p>
          </Board>
          <Door classId={classId} session={data.session_id} />
          {data.signed_list.length === 0 ? <p>{signWords.nobody}</p> : null}
          <ul className={css.sessions}>
            {data.signed_list.map(({ user_id, user_name, sign_status, sign_status_name }) => (
              <li key={user_id} className={css.session}>
                <span>{user_name}</span>
                <span className={css.state} data-state={sign_status}>
                  {sign_status_name}
                </span>
              </li>
            ))}
          </ul>
        </>
      ) : (
        <Skeleton height={320} />
      )}
    </>
  );
}

/** Large view for a projector, in full screen where supported. */
function Board({ children }: { children: ReactNode }) {
  const board = useRef<HTMLElement>(null);
  return (
    <>
      <section ref={board} className={css.board} aria-label={signWords.code}>
        {children}
      </section>
      {document.fullscreenEnabled ? (
        <Button
          variant="default"
          className={css.fullScreen}
          onClick={() => void board.current?.requestFullscreen()}
        >
          {signWords.fullScreen}
        </Button>
      ) : null}
    </>
  );
}

function Left({ end, clockOffset }: { end: number; clockOffset: number }) {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 500);
    return () => clearInterval(timer);
  }, []);
  return (
    <p className={css.hint}>
      {signWords.next(Math.max(0, Math.ceil((end - now - clockOffset) / 1000)))}
    </p>
  );
}

function Door({ classId, session }: { classId: string; session: string }) {
  return (
    <CodeForm
      label={signWords.door}
      hint={signWords.doorHint}
      submit={signWords.doorSubmit}
      digits={8}
      send={async (code) => {
        const body = { class_id: classId, session_id: session, code };
        const { user_name, sign_status_name } = await send(classSignAtDoor, body);
        return signWords.done(user_name, sign_status_name);
      }}
      changes={['trainingclass', 'code', classId]}
    />
  );
}
