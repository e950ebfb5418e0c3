import { Button } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import i18next from 'i18next';
import { closable } from '../../lib/toast';

/** Says which app wrote into the draft, and takes it back for who did not want that. */
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
