import type { ReactNode } from 'react';
import { Text } from '@mantine/core';
import classes from './danger.module.css';

/** A box with destructive actions, one per row. */
export function DangerBox({ children }: { children: ReactNode }) {
  return <div className={classes.box}>{children}</div>;
}

export function DangerRow({ hint, children }: { hint: string; children: ReactNode }) {
  return (
    <div className={classes.row}>
      <Text size="sm" c="dimmed" maw="46ch">
        {hint}
      </Text>
      {children}
    </div>
  );
}
