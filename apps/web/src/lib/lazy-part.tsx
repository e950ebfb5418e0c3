import { lazy, Suspense, useState, type ComponentType, type ReactNode } from 'react';
import { Boundary, type FailureShape } from './boundary';
import { loadTexts } from './i18n';
import { loadPart } from './load-part';

interface Options {
  /** How its failure is shown; `pane` if left out. */
  shape?: FailureShape;
  /** The feature whose texts it shows. */
  texts?: string;
}

interface PartProps {
  /** Shown while it loads, and in its place while a card reports that it failed. Left out: the Suspense around it. */
  fallback?: ReactNode;
}

/** Props by which a part asks to be closed: also the card that reports its failure does. */
interface Closable {
  onClose?: () => void;
  onOpenChange?: (isOpen: boolean) => void;
}

/**
 * A part of the page whose code and texts load when it is first drawn: the only way to get one. It has a boundary of its
 * own, so that nothing but itself is missing when it cannot be had, and appears by itself once it can.
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
  // React keeps a failure as long as the component: a further try needs another one.
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
