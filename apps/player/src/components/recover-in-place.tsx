import { Component, Fragment, type ReactNode } from 'react';

interface Props {
  children: ReactNode;
  /** Called after the content was rendered anew. */
  onRecovered?: () => void;
}

/** So many failures in a row are no accident of a changed page. */
const most = 5;
const inARow = 1000;

/**
 * Renders its content anew when the browser's translation or an extension has moved elements from
 * under React, which then cannot insert or remove them (`NotFoundError`). What must survive is kept
 * outside. Other errors go on to the page.
 */
export class RecoverInPlace extends Component<Props, { round: number; error: unknown }> {
  override state = { round: 0, error: undefined };
  private failures = 0;
  private lastAt = 0;

  static getDerivedStateFromError(error: unknown) {
    return { error };
  }

  override componentDidCatch(): void {
    this.failures = Date.now() - this.lastAt < inARow ? this.failures + 1 : 1;
    this.lastAt = Date.now();
    if (!isChangedPage(this.state.error) || this.failures > most) return;
    this.setState(({ round }) => ({ round: round + 1, error: undefined }));
    this.props.onRecovered?.();
  }

  override render(): ReactNode {
    const { error, round } = this.state;
    if (error !== undefined && (!isChangedPage(error) || this.failures > most)) throw error;
    if (error !== undefined) return null;
    return <Fragment key={round}>{this.props.children}</Fragment>;
  }
}

const isChangedPage = (error: unknown): boolean =>
  error instanceof DOMException && error.name === 'NotFoundError';
