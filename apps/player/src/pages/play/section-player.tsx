import type { DataOf } from '@cme/contract/base';
import type { CatalogueSection } from '@cme/contract/content';
import { isPlayable, type playerCourse } from '@cme/contract/study';
import { linkTo } from '@cme/commons/route-links';
import { Button, lazyPart, LinkTo } from '@cme/ui';
import { formatClock, words } from '../../components/words.ts';
import { NextStepButton } from './next-step-button.tsx';
import type { NextStep } from './next-step.ts';
import type { Interruption, PlayState } from './section/play.reducer.ts';
import css from '../../components/room.module.css';
import { sumSpans, subtractSpans } from './beats/spans.ts';
import overlayCss from '../../components/stage-overlay.module.css';
import { StageOverlay } from '../../components/stage-overlay.tsx';
import { Stage } from './stage/stage.tsx';
import { StagePlaceholder } from './stage-notices.tsx';
import stageCss from '../../components/stage.module.css';
import type { Jump } from './stage/use-playback-start.ts';
import { usePlay } from './section/use-play.ts';

// Dialogs can only be needed while playing, so they load with the first beat.
const Dialogs = lazyPart(async () => (await import('./dialogs.tsx')).Dialogs);
const Document = lazyPart(async () => (await import('./document/document.tsx')).Document, {
  waiting: <div className={stageCss.stage} aria-busy="true" />,
});

interface Props {
  course: DataOf<typeof playerCourse>;
  section: CatalogueSection;
  sections: CatalogueSection[];
  nextStep: NextStep | undefined;
  video: HTMLVideoElement;
  /** The user has pressed play in the previous section. */
  playAtOnce: boolean;
  playNext: (section: CatalogueSection) => void;
  /** A position requested from a tab next to the video. */
  jump: Jump | undefined;
}

/** A section being studied: the stage, the status line below and the dialogs. */
export function SectionPlayer(props: Props) {
  const { course, section, sections, nextStep, video, playAtOnce, playNext } = props;
  const play = usePlay(course.course_id, section.section_id);
  const { entered, ledger, interruption } = play.play;
  const { address } = play;
  const canAsk = ledger !== entered || interruption || ledger?.open_check;
  const playable = sections.filter(isPlayable);
  const position = playable.findIndex(({ section_id }) => section_id === section.section_id);
  const finished = (
    <Finished next={playable[position + 1]} nextStep={nextStep} playNext={playNext} />
  );
  const place = words.placeOf(position + 1, playable.length);
  const isRefused = interruption?.kind === 'refused';
  const refused = isRefused ? (
    <Refused message={interruption.message} courseId={course.course_id} />
  ) : undefined;
  return (
    <main className={css.main} id="main">
      {entered?.kind === 'pdf' && address ? (
        <Document
          play={play}
          entered={entered}
          address={address}
          blocked={refused}
          atEnd={finished}
        />
      ) : entered && address ? (
        <Stage
          play={play}
          entered={entered}
          address={address}
          video={video}
          place={place}
          playAtOnce={playAtOnce || play.isReentered}
          jump={props.jump?.section_id === section.section_id ? props.jump : undefined}
          blocked={refused}
          atEnd={
            play.play.ledger?.section_status === 'finished' ? (
              finished
            ) : (
              <Unfinished state={play.play} video={video} />
            )
          }
        />
      ) : !interruption ? (
        <StagePlaceholder place={place} text={section.title} />
      ) : (
        <div className={stageCss.stage}>
          {refused ?? <EnterAgain interruption={interruption} enterAgain={play.enterAgain} />}
        </div>
      )}
      <StateLine title={section.title} state={play.play} />
      {entered && canAsk ? <Dialogs {...play} /> : null}
    </main>
  );
}

/** Seconds needed until the section counts as complete. */
const countSecondsLeft = ({ entered, ledger }: PlayState) =>
  entered && ledger
    ? Math.max(0, entered.seconds * entered.rules.threshold - sumSpans(ledger.ranges))
    : 0;
const formatTimeLeft = (state: PlayState) =>
  words.left(formatClock(Math.ceil(countSecondsLeft(state))));

function StateLine({ title, state }: { title: string; state: PlayState }) {
  const { entered, ledger, offline, dropped } = state;
  const isFinished = ledger?.section_status === 'finished';
  return (
    <div className={css.state}>
      <h2 className={css.stateTitle}>{title}</h2>
      <p role="status" className={css.stateLine}>
        {offline ? (
          <span className={css.offline}>{dropped ? words.dropped : words.offline}</span>
        ) : null}
        {ledger?.capped === 'Y' ? <span className={css.offline}>{words.capped}</span> : null}
        {isFinished ? <span className={css.done}>{words.sectionDone}</span> : null}
        {entered && !isFinished && entered.kind !== 'pdf' ? (
          <span>{formatTimeLeft(state)}</span>
        ) : null}
      </p>
    </div>
  );
}

interface FinishedProps {
  /** The next section. */
  next: CatalogueSection | undefined;
  nextStep: NextStep | undefined;
  playNext: (section: CatalogueSection) => void;
}

function Finished({ next, nextStep, playNext }: FinishedProps) {
  if (next)
    return (
      <StageOverlay text={words.sectionDone} detail={next.title}>
        <Button size="lg" onClick={() => playNext(next)}>
          {words.nextSection}
        </Button>
      </StageOverlay>
    );
  return (
    <StageOverlay text={words.allDone}>
      {nextStep ? <NextStepButton size="lg" step={nextStep} /> : null}
      <LinkTo className={overlayCss.link} to={linkTo.learn()}>
        {words.toCourses}
      </LinkTo>
    </StageOverlay>
  );
}

/** Played to the end, but not watched in full. */
function Unfinished({ state, video }: { state: PlayState; video: HTMLVideoElement }) {
  const { entered, ledger } = state;
  const [missedSpan] =
    entered && ledger ? subtractSpans([[0, entered.seconds]], ledger.ranges) : [];
  const playFrom = (second: number) => {
    video.currentTime = second;
    void video.play().catch(() => undefined);
  };
  return (
    <StageOverlay text={words.sectionLeft} detail={formatTimeLeft(state)}>
      {missedSpan ? (
        <Button size="lg" onClick={() => playFrom(missedSpan[0])}>
          {words.studyRest}
        </Button>
      ) : null}
    </StageOverlay>
  );
}

function Refused({ message, courseId }: { message: string; courseId: string }) {
  return (
    <StageOverlay text={message}>
      <LinkTo className={overlayCss.link} to={linkTo.course(courseId)}>
        {words.toItem}
      </LinkTo>
    </StageOverlay>
  );
}

interface EnterAgainProps {
  interruption: Interruption;
  enterAgain: (force: boolean) => void;
}

/** The section could not be entered; offers a retry. */
function EnterAgain({ interruption: { kind, message }, enterAgain }: EnterAgainProps) {
  const isMoved = kind === 'moved';
  return (
    <StageOverlay text={message}>
      <Button size="lg" onClick={() => enterAgain(isMoved)}>
        {isMoved ? words.takeOver : words.again}
      </Button>
    </StageOverlay>
  );
}
