import { lazy, Suspense, useState, type ComponentType, type ReactNode } from 'react';
import { Boundary, type FailureShape } from './boundary';
import { loadTexts } from './i18n';
import { loadPart } from './load-part';

interface Options {
  /** How a failure is shown; default: `pane`. */
  shape?: FailureShape;
  /** The feature whose texts the part needs. */
  texts?: string;
}

interface PartProps {
  /** Shown while the part loads, and while a card reports its failure. Missing: the surrounding Suspense applies. */
  fallback?: ReactNode;
}

/** Props by which a part closes itself; the card that reports a failure uses them, too. */
interface Closable {
  onClose?: () => void;
  onOpenChange?: (isOpen: boolean) => void;
}

/**
 * A component whose code and texts load when it is first rendered. All such components are made here: each has its
 * own boundary, so that a failure affects only itself, and recovers once its code is available.
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
  // React caches a failure of a lazy component permanently: a retry needs a new one.
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
