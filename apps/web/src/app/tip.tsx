import { useEffect, useId, type ReactNode } from 'react';
import { Tooltip, type FloatingPosition } from '@mantine/core';

/** What an element says in `data-tip`, beside it; it describes the element, unless something else does. */
export default function Tip({ of }: { of: HTMLElement }): ReactNode {
  const id = useId();
  const { tip, tipSide } = of.dataset;
  const position = (tipSide as FloatingPosition | undefined) ?? 'top';
  useEffect(() => {
    if (of.hasAttribute('aria-describedby')) return;
    of.setAttribute('aria-describedby', id);
    return () => of.removeAttribute('aria-describedby');
  }, [of, id]);
  return <Tooltip id={id} target={of} opened label={tip} position={position} multiline maw={280} />;
}
