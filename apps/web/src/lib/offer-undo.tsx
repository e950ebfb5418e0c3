import { Button, Group } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { closable } from './toast';

interface Offer {
  label: string;
  undo: () => unknown;
  shownMs: number;
}

/** Confirms an action in a toast with a button that undoes it, for `shownMs`. */
export function offerUndo(text: string, { label, undo, shownMs }: Offer): void {
  const id = notifications.show({
    ...closable(),
    autoClose: shownMs,
    message: (
      <Group justify="space-between" wrap="nowrap">
        {text}
        <Button
          variant="default"
          size="compact-sm"
          onClick={() => {
            notifications.hide(id);
            undo();
          }}
        >
          {label}
        </Button>
      </Group>
    ),
  });
}
