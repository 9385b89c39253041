import type { ReactNode } from 'react';
import { ReadButton } from '../care/read-button.tsx';
import { words } from '../page/words.ts';
import { Footer } from './footer.tsx';
import { Header, NarrowHeader } from './header.tsx';
import { OfflineBanner } from './offline-banner.tsx';
import { TabBar } from './tab-bar.tsx';

/** `full` for reading, `narrow` for a single form, `room` for full-screen pages (player, exam), `plain`
 * for the records of a site that has ended: as wide as `full`, with nothing that leads elsewhere. */
export type FrameKind = 'full' | 'narrow' | 'room' | 'plain';

export function Frame({ kind, children }: { kind: FrameKind; children: ReactNode }) {
  if (kind === 'room')
    return (
      <div className="room">
        <OfflineBanner />
        {children}
      </div>
    );
  const isPlain = kind === 'narrow' || kind === 'plain';
  return (
    <div className="frame" data-kind={kind === 'plain' ? 'full' : kind}>
      <a href="#main" className="skip">
        {words.skip}
      </a>
      <OfflineBanner />
      {isPlain ? <NarrowHeader /> : <Header />}
      <ReadButton />
      <main id="main" className="main" tabIndex={-1}>
        <div className="wide">{children}</div>
      </main>
      <Footer isShort={isPlain} />
      {kind === 'full' ? <TabBar /> : null}
    </div>
  );
}
