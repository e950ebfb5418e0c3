import { useId, useState } from 'react';
import { ActionIcon, Button, TextInput } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { ContactResponse, MetadataEntry } from '@parley/contracts/api/contacts';
import { METADATA_NAME_LENGTH, METADATA_VALUE_LENGTH } from '@parley/contracts/rules/contact-rules';
import { toastFailure } from '../../../lib/toast';
import { useTranslation } from '../../../lib/translation';
import { metadataNamesQuery, useChangeContact, useRemoveMetadata } from '../api/contact';
import classes from './contact-panel.module.css';
import { EditableValue } from './editable-value';

/** Metadata of a contact; the names of its entries are chosen by the organisation. */
export function ContactMetadata({ contact, canEdit }: { contact: ContactResponse; canEdit: boolean }) {
  const { t } = useTranslation();
  return (
    <>
      {contact.metadata.length > 0 ? (
        <dl className={classes.details}>
          {contact.metadata.map((entry) => (
            <Entry key={entry.id} contactId={contact.id} entry={entry} canEdit={canEdit} />
          ))}
        </dl>
      ) : (
        !canEdit && <p className={classes.empty}>{t('panel.noMetadata')}</p>
      )}
      {canEdit && <AddEntry contactId={contact.id} />}
    </>
  );
}

interface EntryProps {
  contactId: string;
  entry: MetadataEntry;
  canEdit: boolean;
}

function Entry({ contactId, entry, canEdit }: EntryProps) {
  const { t } = useTranslation();
  const change = useChangeContact(contactId);
  const remove = useRemoveMetadata(contactId);
  const { id, name, value } = entry;
  return (
    <div className={classes.detail}>
      <dt title={name}>{name}</dt>
      <dd>
        {canEdit ? (
          <EditableValue
            label={name}
            value={value || null}
            check={(typed) => (typed.length > METADATA_VALUE_LENGTH ? t('validation.too-long') : null)}
            save={(typed) => change.mutateAsync({ metadata: [{ id, name, value: typed.trim() }] })}
            refusal={() => null}
          />
        ) : (
          <span className={classes.value}>{value}</span>
        )}
        {canEdit && (
          <ActionIcon
            size="sm"
            aria-label={t('panel.removeMetadata', { name })}
            onClick={() => remove.mutate(id, { onError: (error) => toastFailure(error, name) })}
          >
            <IconX size={14} />
          </ActionIcon>
        )}
      </dd>
    </div>
  );
}

function AddEntry({ contactId }: { contactId: string }) {
  const { t } = useTranslation();
  const listId = useId();
  const change = useChangeContact(contactId);
  const [isOpen, setOpen] = useState(false);
  const [name, setName] = useState('');
  const [value, setValue] = useState('');
  const { data: names = [] } = useQuery({ ...metadataNamesQuery, enabled: isOpen });
  const isReady = name.trim() !== '' && value.trim() !== '';
  const add = async () => {
    if (!isReady) return;
    try {
      await change.mutateAsync({ metadata: [{ name: name.trim(), value: value.trim() }] });
      setName('');
      setValue('');
      setOpen(false);
    } catch (error) {
      toastFailure(error, name);
    }
  };
  if (!isOpen) {
    return (
      <Button variant="subtle" color="gray" size="compact-sm" onClick={() => setOpen(true)}>
        {t('panel.addMetadata')}
      </Button>
    );
  }
  return (
    <form
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault();
        void add();
      }}
      onKeyDown={(event) => event.key === 'Escape' && setOpen(false)}
      data-mantine-stop-propagation
    >
      <TextInput
        size="xs"
        autoFocus
        aria-label={t('panel.metadataName')}
        placeholder={t('panel.metadataName')}
        maxLength={METADATA_NAME_LENGTH}
        list={listId}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
        data-mantine-stop-propagation
      />
      <datalist id={listId}>
        {names.map((known) => (
          <option key={known} value={known} />
        ))}
      </datalist>
      <TextInput
        size="xs"
        aria-label={t('panel.metadataValue')}
        placeholder={t('panel.metadataValue')}
        maxLength={METADATA_VALUE_LENGTH}
        value={value}
        onChange={(event) => setValue(event.currentTarget.value)}
        data-mantine-stop-propagation
      />
      <div className={classes.buttons}>
        <Button
          type="submit"
          size="compact-sm"
          variant="light"
          disabled={!isReady}
          loading={change.isPending}
        >
          {t('panel.add')}
        </Button>
        <Button size="compact-sm" variant="subtle" color="gray" onClick={() => setOpen(false)}>
          {t('common.cancel')}
        </Button>
      </div>
    </form>
  );
}
