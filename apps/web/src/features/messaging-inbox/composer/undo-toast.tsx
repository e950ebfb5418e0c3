import { Group } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import i18next from 'i18next';
import { UndoButton } from './held-notice';
import { UNDO_SECONDS } from './held';
import type { Outgoing } from './outbox';
import { sentFrom } from './undo';

/** For what is sent and archived: its thread closes, so it can be taken back from here. */
export function offerUndo(message: Outgoing, name: string, onUndone: () => void): void {
  const id = notifications.show({
    autoClose: UNDO_SECONDS * 1_000,
    closeButtonProps: { 'aria-label': i18next.t('common.close') },
    message: (
      <Group justify="space-between" wrap="nowrap">
        {i18next.t('composer.sentAndArchived', { name })}
        <UndoButton
          sent={sentFrom(message)}
          onUndone={() => {
            notifications.hide(id);
            onUndone();
          }}
        />
      </Group>
    ),
  });
}
