import { Group } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import i18next from 'i18next';
import { UndoButton } from './held-notice';
import { UNDO_SECONDS } from './held';
import type { Outgoing } from './outbox';
import type { Sent } from './undo';

/** For what is sent and archived: its thread closes, so it can be taken back from here. */
export function offerUndo(message: Outgoing, name: string, onUndone: () => void): void {
  const { chatId, idempotencyKey, content } = message;
  const assets = message.assets.map((asset) => ({ ...asset, clientKey: null }));
  const sent: Sent = { chatId, idempotencyKey, text: content.text ?? null, assets };
  const id = notifications.show({
    autoClose: UNDO_SECONDS * 1_000,
    closeButtonProps: { 'aria-label': i18next.t('common.close') },
    message: (
      <Group justify="space-between" wrap="nowrap">
        {i18next.t('composer.sentAndArchived', { name })}
        <UndoButton
          sent={sent}
          onUndone={() => {
            notifications.hide(id);
            onUndone();
          }}
        />
      </Group>
    ),
  });
}
