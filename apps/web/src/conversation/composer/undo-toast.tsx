import { Group } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { closable } from '../../lib/toast';
import { UndoButton } from './held-notice';
import { UNDO_SEND_SECONDS } from '@parley/contracts/rules/undo-send';

/**
 * Confirms an action whose effect the user cannot see or may not have intended; offers undo for `UNDO_SEND_SECONDS`.
 */
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
