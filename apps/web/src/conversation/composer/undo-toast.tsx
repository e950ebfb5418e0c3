import { Group } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { closable } from '../../lib/toast';
import { UndoButton } from './held-notice';
import { UNDO_SEND_SECONDS } from '@parley/contracts/rules/undo-send';

/** Says what was done where one cannot see it any more, or had not meant to, and lets it be taken back for a moment. */
export function offerUndo(text: string, undo: () => unknown, onUndone?: () => void): void {
  const id = notifications.show({
    ...closable(),
    autoClose: UNDO_SEND_SECONDS * 1_000,
    message: (
      <Group justify="space-between" wrap="nowrap">
        {text}
        <UndoButton
          undo={undo}
          onUndone={() => {
            notifications.hide(id);
            onUndone?.();
          }}
        />
      </Group>
    ),
  });
}
