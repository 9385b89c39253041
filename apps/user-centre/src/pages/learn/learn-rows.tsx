import type { LearnRow } from '@cme/contract';
import { toast } from '@cme/ui';
import { useSearchParams } from '@cme/ui/router';
import { useState } from 'react';
import { RemovedRow } from '../../components/removed-row.tsx';
import { overlayState } from '../../components/use-overlay.ts';
import { CourseRow } from './course-row.tsx';
import css from './learn.module.css';
import { useHide } from './learn.queries.ts';
import { learnWords as words } from './learn.words.ts';

/** A hidden course keeps its place with an undo button until the page is left. */
export function LearnRows({ rows }: { rows: readonly LearnRow[] }) {
  const [hidden, setHidden] = useState<readonly { row: LearnRow; at: number }[]>([]);
  const [, setSearch] = useSearchParams();
  const { mutate, isPending, variables } = useHide();
  const isHidden = ({ learning_id }: LearnRow) =>
    hidden.some(({ row }) => row.learning_id === learning_id);
  const isBusy = ({ learning_id }: LearnRow) => isPending && variables?.learning_id === learning_id;
  const setHiddenState = (row: LearnRow, choice: 'Y' | 'N', at: number) =>
    mutate(
      { learning_id: row.learning_id, hidden: choice },
      {
        onSuccess: () =>
          setHidden((all) =>
            choice === 'Y'
              ? [...all, { row, at }]
              : all.filter((item) => item.row.learning_id !== row.learning_id),
          ),
        onError: (error) => toast.error(error.message),
      },
    );
  const openExtend = (code: string) =>
    setSearch((params) => ({ ...Object.fromEntries(params), show: 'extend', code }), {
      state: overlayState,
    });
  const shownRows = rows.filter((row) => !isHidden(row));
  for (const { row, at } of hidden.toSorted((a, b) => a.at - b.at)) shownRows.splice(at, 0, row);
  return (
    <ul className={css.rows}>
      {shownRows.map((row, index) =>
        isHidden(row) ? (
          <RemovedRow
            key={`hidden ${row.learning_id}`}
            text={words.hidden(row.course.title)}
            undo={words.undo}
            isPending={isBusy(row)}
            onUndo={() => setHiddenState(row, 'N', index)}
          />
        ) : (
          <CourseRow
            key={row.learning_id}
            row={row}
            isBusy={isBusy(row)}
            onHide={(wantsHidden) => setHiddenState(row, wantsHidden, index)}
            onExtend={() => openExtend(row.learning_id)}
          />
        ),
      )}
    </ul>
  );
}
