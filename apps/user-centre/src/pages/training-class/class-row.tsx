import { linkTo } from '@cme/commons/route-links';
import type { ClassRow as Row } from '@cme/contract/study';
import { Button, lazyPart, LinkTo } from '@cme/ui';
import { dayWords } from '@cme/ui/dates';
import { useState } from 'react';
import { words } from '../../components/words.ts';
import { signWords } from './sign.words.ts';
import css from './training-class.module.css';

const SignDialog = lazyPart(async () => (await import('./sign-dialog.tsx')).SignDialog);

/** A class of the learner: enrolment state, date, place, and a link to its page. */
export function ClassRow({ row }: { row: Row }) {
  const id = `class-${row.class_id}`;
  const place = row.my?.waiting_place ?? 0;
  const { signed = 0, sessions = 0, member_status = '' } = row.my ?? {};
  const isSigning = member_status === 'admitted' || member_status === 'studying';
  const isIn = isSigning || member_status === 'qualified' || member_status === 'unqualified';
  const [asksToSign, setSigning] = useState(false);
  return (
    <li className={css.row}>
      <img className={css.cover} src={row.cover} alt="" width={208} height={117} loading="lazy" />
      <div className={css.text}>
        <h2 className={css.title} id={id}>
          {row.title}
        </h2>
        <p className={css.meta}>
          <span className={css.badge} data-state={row.my?.member_status}>
            {place > 0 ? words.classes.waiting(place) : row.my?.member_status_name}
          </span>
          <span>{words.classes.status(row.class_status_name)}</span>
        </p>
        <p className={css.meta}>
          <span>{words.classes.held(dayWords(row.start_at), dayWords(row.end_at))}</span>
          {row.place ? <span>{row.place}</span> : null}
          {sessions > 0 && isIn ? <span>{signWords.signed(signed, sessions)}</span> : null}
        </p>
        {row.my?.member_status === 'qualified' ? (
          <p className={css.meta}>
            <LinkTo to={linkTo.mycertificate()}>{signWords.certificate}</LinkTo>
          </p>
        ) : null}
      </div>
      {asksToSign ? <SignDialog row={row} close={() => setSigning(false)} /> : null}
      <div className={css.buttons}>
        {sessions > 0 && isSigning ? (
          <Button aria-describedby={id} onClick={() => setSigning(true)}>
            {signWords.sign}
          </Button>
        ) : null}
        <Button
          component={LinkTo}
          to={linkTo.package(row.class_id)}
          variant={row.action === 'study' && !isSigning ? 'filled' : 'default'}
          aria-describedby={id}
        >
          {row.action === 'study' ? words.classes.study : words.classes.view}
        </Button>
      </div>
    </li>
  );
}
