import { useEffect, type ReactNode } from 'react';
import { Tooltip, type FloatingPosition } from '@mantine/core';

/** What an element says in `data-tip`, beside it; it describes the element, unless something else does. */
export default function Tip({ of }: { of: HTMLElement }): ReactNode {
  const { tip, tipSide } = of.dataset;
  const position = (tipSide as FloatingPosition | undefined) ?? 'top';
  useEffect(() => {
    if (!tip || of.hasAttribute('aria-description')) return;
    of.setAttribute('aria-description', tip);
    return () => of.removeAttribute('aria-description');
  }, [of, tip]);
  return <Tooltip target={of} opened label={tip} position={position} multiline maw={280} />;
}
