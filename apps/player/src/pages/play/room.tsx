import type { CatalogueSection, DataOf, playerCourse } from '@cme/contract';
import { linkTo } from '@cme/commons/route-links';
import { Button, LinkTo } from '@cme/ui';
import { clock, words } from '../../words.ts';
import { Dialogs } from './dialogs.tsx';
import type { Onward } from './onward.ts';
import { Over } from './over.tsx';
import css from './play.module.css';
import { lengthOf, outside } from './spans.ts';
import { Stage } from './stage.tsx';
import stageCss from './stage.module.css';
import { usePlay } from './use-play.ts';

interface Props {
  course: DataOf<typeof playerCourse>;
  section: CatalogueSection;
  sections: CatalogueSection[];
  onward: Onward | undefined;
  video: HTMLVideoElement;
  /** A person has asked to play it, in the section before. */
  atOnce: boolean;
  playNext: (section: CatalogueSection) => void;
}

/** One section being studied: the stage, the state line beneath it and the dialogs. */
export function Room({ course, section, sections, onward, video, atOnce, playNext }: Props) {
  const play = usePlay(course.course_id, section.section_id);
  const { entered, ledger, halt, offline, dropped } = play.play;
  const videos = sections.filter(({ type }) => type === 'video');
  const at = videos.findIndex(({ section_id }) => section_id === section.section_id);
  const next = videos[at + 1];
  const left =
    entered && ledger
      ? Math.max(0, entered.seconds * entered.rules.threshold - lengthOf(ledger.ranges))
      : 0;
  const isFinished = ledger?.section_status === 'finished';

  const playAt = (second: number) => {
    video.currentTime = second;
    void video.play().catch(() => undefined);
  };
  const finished = (
    <Over text={next ? words.sectionDone : words.allDone} detail={next?.title}>
      {next ? (
        <Button size="lg" onClick={() => playNext(next)}>
          {words.nextSection}
        </Button>
      ) : null}
      {next || !onward ? null : (
        <Button
          size="lg"
          variant={onward.waits ? 'default' : 'filled'}
          component={LinkTo}
          to={onward.to}
        >
          {onward.name}
        </Button>
      )}
      {next ? null : (
        <LinkTo className={css.overLink} to={linkTo.learn()}>
          {words.toCourses}
        </LinkTo>
      )}
    </Over>
  );
  const [missed] = entered && ledger ? outside([[0, entered.seconds]], ledger.ranges) : [];
  const unfinished = (
    <Over text={words.sectionLeft} detail={words.left(clock(Math.ceil(left)))}>
      {missed ? (
        <Button size="lg" onClick={() => playAt(missed[0])}>
          {words.studyRest}
        </Button>
      ) : null}
    </Over>
  );
  const ended = isFinished ? finished : unfinished;
  return (
    <main className={css.main} id="main">
      {entered ? (
        <Stage
          play={play}
          entered={entered}
          video={video}
          place={words.placeOf(at + 1, videos.length)}
          atOnce={atOnce || play.isAgain}
          overlay={
            halt?.kind === 'refused' ? (
              <Refused message={halt.message} courseId={course.course_id} />
            ) : undefined
          }
          ended={ended}
        />
      ) : (
        <div className={stageCss.stage} aria-busy={!halt}>
          {halt?.kind === 'refused' ? (
            <Refused message={halt.message} courseId={course.course_id} />
          ) : null}
          {halt && halt.kind !== 'refused' ? (
            <Over text={halt.message}>
              <Button size="lg" onClick={() => play.again(halt.kind === 'moved')}>
                {halt.kind === 'moved' ? words.takeOver : words.again}
              </Button>
            </Over>
          ) : null}
        </div>
      )}
      <div className={css.state}>
        <h2 className={css.stateTitle}>{section.title}</h2>
        <p role="status" className={css.stateLine}>
          {offline ? (
            <span className={css.offline}>{dropped ? words.dropped : words.offline}</span>
          ) : null}
          {ledger?.capped === 'Y' ? <span className={css.offline}>{words.capped}</span> : null}
          {isFinished ? <span className={css.done}>{words.sectionDone}</span> : null}
          {entered && !isFinished ? <span>{words.left(clock(Math.ceil(left)))}</span> : null}
        </p>
      </div>
      {entered ? <Dialogs {...play} /> : null}
    </main>
  );
}

function Refused({ message, courseId }: { message: string; courseId: string }) {
  return (
    <Over text={message}>
      <LinkTo className={css.overLink} to={linkTo.course(courseId)}>
        {words.toItem}
      </LinkTo>
    </Over>
  );
}
