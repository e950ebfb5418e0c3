import type { ReactNode } from 'react';
import { Button, Group } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconArrowBackUp } from '@tabler/icons-react';
import i18next from 'i18next';
import { UndoButton } from './held-notice';
import { UNDO_SECONDS } from './held';
import type { Outgoing } from './outbox';
import { sentFrom } from './undo';

/** For what is sent and archived: its thread closes, so it can be taken back from here. */
export function offerUndoSend(message: Outgoing, name: string, onUndone: () => void): void {
  show(i18next.t('composer.sentAndArchived', { name }), (hide) => (
    <UndoButton
      sent={sentFrom(message)}
      onUndone={() => {
        hide();
        onUndone();
      }}
    />
  ));
}

/** For what a single key does. */
export function offerUndo(text: string, undo: () => void): void {
  show(text, (hide) => (
    <Button
      variant="default"
      size="compact-sm"
      leftSection={<IconArrowBackUp size={14} />}
      onClick={() => {
        hide();
        undo();
      }}
    >
      {i18next.t('composer.undo')}
    </Button>
  ));
}

function show(text: string, button: (hide: () => void) => ReactNode): void {
  const id = notifications.show({
    autoClose: UNDO_SECONDS * 1_000,
    closeButtonProps: { 'aria-label': i18next.t('common.close') },
    message: (
      <Group justify="space-between" wrap="nowrap">
        {text}
        {button(() => notifications.hide(id))}
      </Group>
    ),
  });
}
