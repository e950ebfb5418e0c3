import { useState } from 'react';
import { TextInput } from '@mantine/core';
import { ConfirmDialog } from '@parley/ui/dialog';
import type { SelectedContacts } from '../../lib/feature';
import { toastMessage } from '../../lib/toast';
import { useTranslation } from '../../lib/translation';
import { eraseContacts } from './contacts-api';

interface EraseDialogProps {
  selected: SelectedContacts;
  /** Text that the user must type to confirm: the contact's name, or the number of contacts. */
  name: string;
  onClose: () => void;
  onBegun: () => void;
}

/** Explains the effects of erasing and asks the user to type a name, since erasing cannot be undone. */
export function EraseDialog({ selected, name, onClose, onBegun }: EraseDialogProps) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState('');
  const { count } = selected;
  return (
    <ConfirmDialog
      opened
      title={t('contacts.eraseTitle', { count, name })}
      confirm={t('contacts.eraseConfirm', { count, name })}
      isDisabled={typed.trim() !== name.trim()}
      action={() => eraseContacts(selected)}
      onDone={() => {
        toastMessage(t('contacts.erasing', { count }));
        onClose();
        onBegun();
      }}
      onClose={onClose}
    >
      <p>{t('contacts.eraseText', { count })}</p>
      <TextInput
        label={t('contacts.eraseType', { name })}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
        autoComplete="off"
      />
    </ConfirmDialog>
  );
}
