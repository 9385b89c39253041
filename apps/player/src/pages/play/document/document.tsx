import { Button } from '@cme/ui';
import type { MediaAddress } from '@cme/ui/hls';
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import { StageOverlay } from '../../../components/stage-overlay.tsx';
import type { Entered, usePlay } from '../section/use-play.ts';
import css from './document.module.css';
import { words } from './document.words.ts';
import { type Dwell, getSecondsLeft, findNextUnread } from './dwell.ts';
import { useDwell } from './use-dwell.ts';
import { usePage, usePdf } from './use-pdf.ts';

const zooms = [1, 1.5, 2];

interface Props {
  play: ReturnType<typeof usePlay>;
  entered: Entered;
  address: MediaAddress;
  /** Overlay that blocks the document. */
  blocked?: ReactNode;
  /** Shown after the end of the section. */
  atEnd: ReactNode;
}

/** A document: each page has to be read for a minimum time, in any order. */
export function Document({ play, entered, address, blocked, atEnd }: Props) {
  const frame = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const [page, setPage] = useState(() => getPageAt(entered));
  const [zoom, setZoom] = useState(0);
  const { pdf, isBroken, reload } = usePdf(address);
  const shown = usePage(pdf, page, zooms[zoom] ?? 1, { frame, canvas });
  const dwell = useDwell(play, entered, page, shown.state === 'shown');
  const last = entered.pages - 1;
  const turn = (to: number) => {
    setPage(Math.min(last, Math.max(0, to)));
    frame.current?.scrollTo({ top: 0, left: 0 });
  };
  useKeys(frame, page, last, turn);
  const isFinished = play.play.ledger?.section_status === 'finished';
  return (
    <div className={css.stage}>
      <div
        ref={frame}
        className={css.frame}
        role="group"
        aria-label={words.frame}
        aria-busy={shown.state === 'loading'}
      >
        <canvas ref={canvas} aria-hidden="true" />
        <p className={css.text}>{shown.state === 'shown' ? shown.text : ''}</p>
        <p className={css.watermark} aria-hidden="true">
          {entered.watermark}
        </p>
      </div>
      {blocked}
      {!blocked && !play.play.interruption && (isBroken || shown.state === 'broken') ? (
        <StageOverlay text={words.broken}>
          <Button size="lg" onClick={reload}>
            {words.again}
          </Button>
        </StageOverlay>
      ) : null}
      <div className={css.bar}>
        <button type="button" disabled={page === 0} onClick={() => turn(page - 1)}>
          {words.previous}
        </button>
        <p className={css.place} aria-live="polite">
          {words.pageOf(page + 1, entered.pages)}
        </p>
        <button type="button" disabled={page === last} onClick={() => turn(page + 1)}>
          {words.next}
        </button>
        <span className={css.gap} />
        {isFinished ? null : <Left dwell={dwell} page={page} turn={turn} />}
        <button type="button" onClick={() => setZoom((before) => (before + 1) % zooms.length)}>
          {zoom === zooms.length - 1 ? words.smaller : words.larger}
        </button>
      </div>
      {isFinished && !blocked ? <div className={css.end}>{atEnd}</div> : null}
    </div>
  );
}

/** The page to resume at. */
const getPageAt = ({ resume_at, page_seconds, pages }: Entered): number =>
  Math.min(Math.max(0, pages - 1), Math.floor(resume_at / Math.max(1, page_seconds)));

const steps: Record<string, number> = { ArrowLeft: -1, PageUp: -1, ArrowRight: 1, PageDown: 1 };

/** Focusable, so that it can be scrolled and paged with the keyboard. */
function useKeys(
  frame: RefObject<HTMLElement | null>,
  page: number,
  last: number,
  turn: (to: number) => void,
) {
  useEffect(() => {
    const element = frame.current;
    if (!element) return;
    element.tabIndex = 0;
    const press = (event: KeyboardEvent) => turnByKey(event, page, last, turn);
    element.addEventListener('keydown', press);
    return () => element.removeEventListener('keydown', press);
  });
}

function turnByKey(event: KeyboardEvent, page: number, last: number, turnTo: (to: number) => void) {
  const step = steps[event.key];
  const to = event.key === 'Home' ? 0 : event.key === 'End' ? last : page + (step ?? 0);
  if (to === page && step === undefined) return;
  event.preventDefault();
  turnTo(to);
}

/** The time left for this page; then a link to the next unread one. */
function Left({ dwell, page, turn }: { dwell: Dwell; page: number; turn: (to: number) => void }) {
  const secondsLeft = getSecondsLeft(dwell, page);
  if (secondsLeft > 0) return <p className={css.left}>{words.pageLeft(secondsLeft)}</p>;
  const nextPage = findNextUnread(dwell, page);
  if (nextPage === undefined) return <p className={css.left}>{words.pageDone}</p>;
  return (
    <button type="button" className={css.unread} onClick={() => turn(nextPage)}>
      {words.toUnread(nextPage + 1)}
    </button>
  );
}
