import { lazy, Suspense, useState, type ComponentType, type ReactNode } from 'react';
import { Boundary, type FailureShape } from './boundary';
import { loadTexts } from './i18n';
import { loadPart } from './load-part';

interface Options {
  /** Form of the message about a failure; by default `pane`. */
  shape?: FailureShape;
  /** Name of the feature whose texts the part needs, if any. */
  texts?: string;
}

interface PartProps {
  /**
   * Shown while the part loads, and while a card reports its failure. Missing: the surrounding Suspense shows its own
   * fallback.
   */
  fallback?: ReactNode;
}

/** Props with which a part closes itself; the card that reports a failure uses them, too, to close the part. */
interface Closable {
  onClose?: () => void;
  onOpenChange?: (isOpen: boolean) => void;
}

/**
 * Creates a component whose code and texts load when it is first rendered. All such components are created here,
 * because each then has its own error boundary: a failure affects only this component, which recovers once its code
 * is available.
 */
export function lazyPart<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
  { shape = 'pane', texts }: Options = {},
): (props: Props & PartProps) => ReactNode {
  const loadOnce = async () => {
    const [part] = await Promise.all([load(), texts === undefined ? undefined : loadTexts(texts)]);
    return part;
  };
  const create = () => lazy(() => loadPart(loadOnce));
  // React caches the failure of a lazy component permanently, so each retry needs a new lazy component.
  let latest = create();
  return function Part({ fallback, ...props }: Props & PartProps) {
    const [Loaded, setLoaded] = useState(() => latest);
    const retry = () => {
      if (latest === Loaded) latest = create();
      setLoaded(() => latest);
    };
    const { onClose, onOpenChange } = props as Closable;
    const part = <Loaded {...(props as unknown as Props)} />;
    return (
      <Boundary
        shape={shape}
        fallback={fallback}
        recover={loadOnce}
        onRetry={retry}
        onClose={onClose ?? (onOpenChange && (() => onOpenChange(false)))}
      >
        {fallback === undefined ? part : <Suspense fallback={fallback}>{part}</Suspense>}
      </Boundary>
    );
  };
}
