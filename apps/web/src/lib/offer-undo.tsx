import { Button, Group } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { closable } from './toast';

interface Offer {
  label: string;
  undo: () => unknown;
  shownMs: number;
}

/** Toast that confirms an action and offers a button to undo it, for `shownMs`. */
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
