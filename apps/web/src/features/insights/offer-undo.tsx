import { Button, Group } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { closable } from '../../lib/toast';

const SHOWN_MS = 10_000;

/** Says what was done, and lets it be taken back for a moment. */
export function offerUndo(text: string, label: string, undo: () => void): void {
  const id = notifications.show({
    ...closable(),
    autoClose: SHOWN_MS,
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
