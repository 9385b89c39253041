import type { ReactNode } from 'react';
import { ReadButton } from '../care/read-button.tsx';
import { words } from '../page/words.ts';
import { Footer } from './footer.tsx';
import { Header, NarrowHeader } from './header.tsx';
import { OfflineBanner } from './offline-banner.tsx';
import { TabBar } from './tab-bar.tsx';

/** `full` for reading, `narrow` for a single form, `room` for full-screen pages (player, exam). */
export type FrameKind = 'full' | 'narrow' | 'room';

export function Frame({ kind, children }: { kind: FrameKind; children: ReactNode }) {
  if (kind === 'room')
    return (
      <div className="room">
        <OfflineBanner />
        {children}
      </div>
    );
  return (
    <div className="frame" data-kind={kind}>
      <a href="#main" className="skip">
        {words.skip}
      </a>
      <OfflineBanner />
      {kind === 'narrow' ? <NarrowHeader /> : <Header />}
      <ReadButton />
      <main id="main" className="main" tabIndex={-1}>
        <div className="wide">{children}</div>
      </main>
      <Footer isShort={kind === 'narrow'} />
      {kind === 'full' ? <TabBar /> : null}
    </div>
  );
}
