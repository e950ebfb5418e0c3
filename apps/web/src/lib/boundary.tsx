import { Component, type ReactNode } from 'react';
import { Failure } from './failure';

/**
 * Form of the message that a failure shows: `page` replaces the whole page, `pane` takes the place of the part,
 * `card` lies above the page (for dialogs and menus, which have no place of their own), `none` shows nothing (for
 * notices and other extras).
 */
export type FailureShape = 'page' | 'pane' | 'card' | 'none';

export interface BoundaryProps {
  shape: FailureShape;
  children: ReactNode;
  /** Shown in place of the failed children while a card reports the failure. */
  fallback?: ReactNode;
  /** Tries to get what the failed part needs; resolves once it is available. */
  recover: () => Promise<unknown>;
  onRetry?: () => void;
  /** Called when the user closes the message about the failed part. */
  onClose?: () => void;
}

interface State {
  failure: { error: unknown } | null;
}

/**
 * Catches errors of its children, so that the rest of the page keeps working, and renders the children again once
 * `recover` resolves.
 */
export class Boundary extends Component<BoundaryProps, State> {
  override state: State = { failure: null };

  static getDerivedStateFromError(error: unknown): State {
    return { failure: { error } };
  }

  private readonly retry = () => {
    this.props.onRetry?.();
    this.setState({ failure: null });
  };

  override render() {
    const { failure } = this.state;
    if (!failure) return this.props.children;
    return <Failure {...this.props} error={failure.error} onRetry={this.retry} />;
  }
}
