import { useEffect, type ReactNode } from 'react';
import { Tooltip, type FloatingPosition } from '@mantine/core';

/** Tooltip with the text of an element's `data-tip`; also sets it as the element's description if it has none. */
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
