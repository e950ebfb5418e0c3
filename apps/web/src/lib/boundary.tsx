import { Component, type ReactNode } from 'react';
import { Failure } from './failure';

/**
 * How a failure is shown: in place of the whole page, in the place of the part, on a card above the page (dialogs and
 * menus have no place), or not at all (news and other extras).
 */
export type FailureShape = 'page' | 'pane' | 'card' | 'none';

export interface BoundaryProps {
  shape: FailureShape;
  children: ReactNode;
  /** Shown instead of the part while a card reports the failure. */
  fallback?: ReactNode;
  /** Resolves once the failed part is available. */
  recover: () => Promise<unknown>;
  onRetry?: () => void;
  /** Called when the user dismisses the failed part. */
  onClose?: () => void;
}

interface State {
  failure: { error: unknown } | null;
}

/** Keeps an error of its children from the rest of the page; renders them again once `recover` resolves. */
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
