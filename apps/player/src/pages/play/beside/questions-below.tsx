import type { DataOf, playerCourse } from '@cme/contract';
import { lazyPart, Skeleton } from '@cme/ui';
import { useState } from 'react';
import css from './beside.module.css';
import { askLabel } from './beside.words.ts';

// It comes when somebody opens it: the video's first view carries none of it.
const Inquiries = lazyPart(async () => (await import('./inquiries/inquiries.tsx')).Inquiries, {
  waiting: <Skeleton height={160} />,
});

interface Props {
  course: DataOf<typeof playerCourse> | undefined;
  sectionId: string;
}

/** Questions and answers, folded up below the video until somebody wants them. */
export function QuestionsBelow({ course, sectionId }: Props) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details className={css.questions} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{askLabel}</summary>
      {isOpen ? (
        <div className={css.sheet}>
          {course ? <Inquiries course={course} sectionId={sectionId} /> : null}
        </div>
      ) : null}
    </details>
  );
}
