import { Button, Group } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { closable } from './toast';

interface Offer {
  /** What the button says. */
  label: string;
  undo: () => unknown;
  shownMs: number;
}

/** Says what was done, and lets it be taken back for a moment. */
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
