import type { ReactNode } from 'react';

export type DrawingName = 'nothing' | 'broken' | 'lost' | 'closed' | 'ended' | 'early';

/** Small line drawings in the site's colour. */
export function Drawing({ name }: { name: DrawingName }) {
  return (
    <svg
      className="drawing"
      viewBox="0 0 160 120"
      width={160}
      height={120}
      fill="none"
      strokeWidth="2"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <ellipse className="drawing-ground" cx="80" cy="106" rx="62" ry="7" />
      {drawings[name]}
    </svg>
  );
}

const drawings: Record<DrawingName, ReactNode> = {
  nothing: (
    <>
      <path
        className="drawing-fill"
        d="M80 36c-12-9-28-11-44-9v62c16-2 32 0 44 9 12-9 28-11 44-9V27c-16-2-32 0-44 9z"
      />
      <path d="M80 36v62M48 43c8-1 15 0 21 3M48 56c8-1 15 0 21 3M112 43c-8-1-15 0-21 3M112 56c-8-1-15 0-21 3" />
      <path className="drawing-accent" d="M106 22v-8l6 4 6-4v8" />
    </>
  ),
  broken: (
    <>
      <path
        className="drawing-fill"
        d="M34 34h92a6 6 0 0 1 6 6v48a6 6 0 0 1-6 6H34a6 6 0 0 1-6-6V40a6 6 0 0 1 6-6z"
      />
      <path d="M28 50h104" />
      <path className="drawing-accent" d="M40 74h18l6-12 10 22 7-14 4 4h6M106 74h14" />
    </>
  ),
  lost: (
    <>
      <path d="M80 20v84" />
      <path className="drawing-fill" d="M80 28h38l12 11-12 11H80zM80 56H44L32 66l12 10h36z" />
      <path className="drawing-accent" d="M92 39h18M52 66h16" />
    </>
  ),
  closed: (
    <>
      <path className="drawing-fill" d="M50 20h60v84H50z" />
      <path d="M42 104h76M60 30h40v26H60zM60 66h40v28H60z" />
      <path className="drawing-accent" d="M103 62v8" />
    </>
  ),
  early: (
    <>
      <path
        className="drawing-fill"
        d="M46 30h68a6 6 0 0 1 6 6v58a6 6 0 0 1-6 6H46a6 6 0 0 1-6-6V36a6 6 0 0 1 6-6z"
      />
      <path d="M40 48h80M58 22v14M102 22v14M54 62h8M76 62h8M98 62h8M54 80h8" />
      <path className="drawing-accent" d="M74 80l7 7 14-15" />
    </>
  ),
  ended: (
    <>
      <path className="drawing-fill" d="M56 58l10-30h28l10 30z" />
      <path d="M80 58v40M62 100h36" />
      <path className="drawing-accent" d="M94 58v14" />
    </>
  ),
};
