import type { DataOf } from '@cme/contract/base';
import type { playerCourse } from '@cme/contract/study';
import { lazyPart, Skeleton } from '@cme/ui';
import { useState } from 'react';
import css from './study-tabs.module.css';
import { askLabel } from './study-tabs.words.ts';

// Loaded when opened, to keep it out of the first view.
const Inquiries = lazyPart(async () => (await import('./inquiries/inquiries.tsx')).Inquiries, {
  waiting: <Skeleton height={160} />,
});

interface Props {
  course: DataOf<typeof playerCourse> | undefined;
  sectionId: string;
}

/** Questions and answers below the video, collapsed at first. */
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
