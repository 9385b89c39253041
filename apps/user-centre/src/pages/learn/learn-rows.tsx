import type { LearnRow } from '@cme/contract/study';
import { toast } from '@cme/ui';
import { useSearchParams } from '@cme/ui/router';
import { Rows } from '@cme/ui/row-list';
import { useRef, useState } from 'react';
import { RemovedRow, rowHeight } from '../../components/removed-row.tsx';
import { overlayState } from '../../components/use-overlay.ts';
import { CourseRow } from './course-row.tsx';
import { useHide } from './learn.queries.ts';
import { learnWords as words } from './learn.words.ts';

interface Hidden {
  row: LearnRow;
  at: number;
  height: number;
}

/** A hidden course keeps its place with an undo button until the page is left. */
export function LearnRows({ rows }: { rows: readonly LearnRow[] }) {
  const [hidden, setHidden] = useState<readonly Hidden[]>([]);
  const list = useRef<HTMLUListElement>(null);
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
              ? [...all, { row, at, height: rowHeight(list.current, at) }]
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
    <Rows ref={list}>
      {shownRows.map((row, index) =>
        isHidden(row) ? (
          <RemovedRow
            key={`hidden ${row.learning_id}`}
            text={words.hidden(row.course.title)}
            undo={words.undo}
            isPending={isBusy(row)}
            height={hidden.find((item) => item.row.learning_id === row.learning_id)?.height ?? 0}
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
    </Rows>
  );
}
