import { useState } from 'react';
import { ActionIcon, Button, Group, Stack, TextInput } from '@mantine/core';
import { IconPlus, IconX } from '@tabler/icons-react';
import type { ContactResponse } from '@parley/contracts/api/contacts';
import {
  METADATA_NAME_LENGTH,
  METADATA_VALUE_LENGTH,
  MAX_METADATA,
} from '@parley/contracts/rules/contact-rules';
import type { Entity } from '@parley/ui/use-entity-form';
import { toastFailure } from '../../lib/toast';
import { useTranslation } from '../../lib/translation';
import { changeContact, removeMetadata, useContactsCommand } from './contacts-api';
import type { ContactForm } from './contact-values';
import classes from './contacts.module.css';

interface MetadataFieldsProps {
  entity: Entity<ContactForm>;
  contact: ContactResponse;
}

/** Inputs for a contact's metadata, whose names each organisation chooses. The surrounding form saves the values. */
export function MetadataFields({ entity: { form }, contact }: MetadataFieldsProps) {
  const { t } = useTranslation();
  const { metadata: values } = form.getValues();
  const remove = useContactsCommand(removeMetadata(contact.id));
  return (
    <Stack gap={12} component="fieldset" className={classes.fieldset}>
      <legend>{t('panel.metadata')}</legend>
      {contact.metadata.map(({ id, name }) => (
        <TextInput
          key={id}
          label={name}
          maxLength={METADATA_VALUE_LENGTH}
          value={values[id] ?? ''}
          onChange={(event) => form.setFieldValue('metadata', { ...values, [id]: event.currentTarget.value })}
          rightSectionPointerEvents="all"
          rightSection={
            <ActionIcon
              size="sm"
              variant="subtle"
              color="gray"
              aria-label={t('panel.removeMetadata', { name })}
              onClick={() => remove.mutate(id, { onError: (error) => toastFailure(error, name) })}
            >
              <IconX size={14} />
            </ActionIcon>
          }
        />
      ))}
      {contact.metadata.length < MAX_METADATA && <AddMetadata contactId={contact.id} />}
    </Stack>
  );
}

function AddMetadata({ contactId }: { contactId: string }) {
  const { t } = useTranslation();
  const change = useContactsCommand(changeContact(contactId));
  const [added, setAdded] = useState<{ name: string; value: string } | null>(null);
  if (!added) {
    return (
      <Group>
        <Button
          variant="subtle"
          size="compact-sm"
          leftSection={<IconPlus size={14} />}
          onClick={() => setAdded({ name: '', value: '' })}
        >
          {t('panel.addMetadata')}
        </Button>
      </Group>
    );
  }
  const isReady = added.name.trim() !== '' && added.value.trim() !== '';
  const add = () =>
    change.mutate(
      { metadata: [{ name: added.name.trim(), value: added.value.trim() }] },
      { onSuccess: () => setAdded(null), onError: (error) => toastFailure(error, added.name) },
    );
  const onKeyDown = (event: React.KeyboardEvent) => {
    if (event.key === 'Escape') setAdded(null);
    else if (event.key === 'Enter' && isReady) add();
    else return;
    // Enter must not submit the surrounding form.
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <Stack gap={8} onKeyDown={onKeyDown}>
      <Group gap={8} grow>
        <TextInput
          autoFocus
          aria-label={t('panel.metadataName')}
          placeholder={t('panel.metadataName')}
          maxLength={METADATA_NAME_LENGTH}
          value={added.name}
          onChange={(event) => setAdded({ ...added, name: event.currentTarget.value })}
        />
        <TextInput
          aria-label={t('panel.metadataValue')}
          placeholder={t('panel.metadataValue')}
          maxLength={METADATA_VALUE_LENGTH}
          value={added.value}
          onChange={(event) => setAdded({ ...added, value: event.currentTarget.value })}
        />
      </Group>
      <Group gap={8}>
        <Button
          size="compact-sm"
          variant="light"
          disabled={!isReady}
          loading={change.isPending}
          onClick={add}
        >
          {t('panel.add')}
        </Button>
        <Button size="compact-sm" variant="subtle" color="gray" onClick={() => setAdded(null)}>
          {t('common.cancel')}
        </Button>
      </Group>
    </Stack>
  );
}
