import { linkTo } from '@cme/commons/route-links';
import { Icon, LinkTo } from '@cme/ui';
import css from './exam.module.css';
import { words } from './exam.words.ts';

/** Links above the introduction and the result. */
export function ExamHead({ courseId }: { courseId: string }) {
  return (
    <header className={css.introHead}>
      <LinkTo className={css.back} to={linkTo.course(courseId)}>
        <Icon name="left" />
        {words.back}
      </LinkTo>
      <LinkTo className={css.quietLink} to={linkTo.myexam()}>
        {words.toMyExams}
      </LinkTo>
    </header>
  );
}
