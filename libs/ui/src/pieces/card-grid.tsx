import type { ReactNode } from 'react';

/** Course cards side by side, as many as fit; one under the other on phones. */
export function CardGrid({ children }: { children: ReactNode }) {
  return <div className="cards">{children}</div>;
}
