import type { CatalogueSection } from '@cme/contract';
import { linkTo } from '@cme/commons/route-links';
import { Button, LinkTo } from '@cme/ui';
import { useNavigate } from '@cme/ui/router';
import { clock, words } from '../../words.ts';
import { Dialogs } from './dialogs.tsx';
import css from './play.module.css';
import type { Onward } from './onward.ts';
import { lengthOf } from './spans.ts';
import { Over, Stage } from './stage.tsx';
import { usePlay } from './use-play.ts';

/** One section being studied: the stage, the state line beneath it and the dialogs. */
export function Room({ courseId, section, sections, onward }: { courseId: string; section: CatalogueSection; sections: CatalogueSection[]; onward: Onward | undefined }) {
  const play = usePlay(courseId, section.section_id);
  const navigate = useNavigate();
  const { entered, ledger, halt, offline, dropped } = play.play;
  const next = sections.slice(sections.findIndex(({ section_id }) => section_id === section.section_id) + 1).find(({ type }) => type === 'video');
  const left = entered && ledger ? Math.max(0, entered.seconds * entered.rules.threshold - lengthOf(ledger.ranges)) : 0;
  const isFinished = ledger?.section_status === 'finished';

  const ended = (
    <Over text={next ? words.sectionDone : words.allDone}>
      {next && isFinished ? <Button onClick={() => navigate({ search: `?section=${next.section_id}` }, { replace: true })}>{words.nextSection}</Button> : null}
      {next || !onward ? null : <Button component={LinkTo} to={onward.to}>{onward.name}</Button>}
      {next ? null : <LinkTo className={css.overLink} to={linkTo.learn()}>{words.toCourses}</LinkTo>}
    </Over>
  );
  return (
    <main className={css.main} id="main">
      {entered ? (
        <Stage play={play} entered={entered} overlay={halt?.kind === 'refused' ? <Over text={halt.message}>{null}</Over> : undefined} ended={ended} />
      ) : (
        <div className={css.stage} aria-busy={!halt}>
          {halt?.kind === 'refused' ? <Over text={halt.message}><LinkTo className={css.overLink} to={linkTo.course(courseId)}>{words.toItem}</LinkTo></Over> : null}
          {halt && halt.kind !== 'refused' ? <Over text={halt.message}><Button onClick={() => play.again(halt.kind === 'moved')}>{halt.kind === 'moved' ? words.takeOver : words.again}</Button></Over> : null}
        </div>
      )}
      <div className={css.state}>
        <h2 className={css.stateTitle}>{section.title}</h2>
        <p role="status" className={css.stateLine}>
          {offline ? <span className={css.offline}>{dropped ? words.dropped : words.offline}</span> : null}
          {ledger?.capped === 'Y' ? <span className={css.offline}>{words.capped}</span> : null}
          {isFinished ? <span className={css.done}>{words.sectionDone}</span> : null}
          {entered && !isFinished ? <span>{words.left(clock(left))}</span> : null}
        </p>
      </div>
      {entered ? <Dialogs {...play} /> : null}
    </main>
  );
}
