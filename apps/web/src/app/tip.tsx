import type { ReactNode } from 'react';
import { Tooltip, type FloatingPosition } from '@mantine/core';

/** What an element says in `data-tip`, beside it. */
export default function Tip({ of }: { of: HTMLElement }): ReactNode {
  const { tip, tipSide } = of.dataset;
  const position = (tipSide as FloatingPosition | undefined) ?? 'top';
  return <Tooltip target={of} opened label={tip} position={position} multiline maw={280} />;
}
