import { Button } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import i18next from 'i18next';
import { closable } from '../../lib/toast';

/** Names the app that inserted text into the draft, with a button that undoes it. */
export function offerUndo(name: string, undo: () => void): void {
  const id = notifications.show({
    ...closable(),
    message: (
      <>
        {i18next.t('apps.frame.inserted', { name })}{' '}
        <Button
          variant="subtle"
          size="compact-xs"
          onClick={() => {
            undo();
            notifications.hide(id);
          }}
        >
          {i18next.t('apps.frame.undo')}
        </Button>
      </>
    ),
  });
}
