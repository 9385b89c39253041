import { linkTo } from '@cme/commons/route-links';
import type { DataOf } from '@cme/contract/base';
import type { playerCourse } from '@cme/contract/study';
import { Button, LinkTo, Skeleton } from '@cme/ui';
import css from '../../components/room.module.css';
import overlayCss from '../../components/stage-overlay.module.css';
import { StageOverlay } from '../../components/stage-overlay.tsx';
import stageCss from '../../components/stage.module.css';
import { words } from '../../components/words.ts';

type Course = DataOf<typeof playerCourse>;

/** Study is suspended during a refund review. */
export function Suspended({ order_code, can_withdraw }: NonNullable<Course['suspension']>) {
  return (
    <main className={css.main} id="main">
      <div className={stageCss.stage}>
        <StageOverlay
          text={words.suspended}
          detail={can_withdraw ? words.suspendedHint : words.suspendedApproved}
        >
          <Button
            size="lg"
            component={LinkTo}
            to={linkTo.myorder({ show: 'detail', code: order_code })}
          >
            {words.toOrder}
          </Button>
        </StageOverlay>
      </div>
    </main>
  );
}

/** A course whose videos are missing or all locked. */
export function NothingToPlay({ courseId }: { courseId: string }) {
  return (
    <main className={css.main} id="main">
      <div className={stageCss.stage}>
        <StageOverlay text={words.noSection}>
          <LinkTo className={overlayCss.link} to={linkTo.course(courseId)}>
            {words.toItem}
          </LinkTo>
          <LinkTo className={overlayCss.link} to={linkTo.learn()}>
            {words.toCourses}
          </LinkTo>
        </StageOverlay>
      </div>
    </main>
  );
}

/** Skeleton of the stage before the section is known. */
export function StageSkeleton({ title }: { title: string | undefined }) {
  return (
    <main className={css.main} id="main">
      <StagePlaceholder text={title} />
      <div className={css.state}>
        <Skeleton height="1.575rem" width="60%" mb={4} />
        <Skeleton height="1.75rem" width="40%" />
      </div>
    </main>
  );
}

/** Overlay before it can be played. */
export function StagePlaceholder({ place, text }: { place?: string; text: string | undefined }) {
  return (
    <div className={stageCss.stage} aria-busy="true">
      <div className={stageCss.controller} />
      {text ? (
        <StageOverlay {...(place && { place })} text={text}>
          <Button size="lg" disabled>
            {words.preparing}
          </Button>
        </StageOverlay>
      ) : null}
      <div className={stageCss.bar} data-waiting />
    </div>
  );
}
