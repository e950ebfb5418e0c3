import { useState } from 'react';
import { TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import type { ContactResponse } from '@parley/contracts/api/contacts';
import { Dialog } from '@parley/ui/dialog';
import { Loadable } from '@parley/ui/loadable';
import { PersonAvatar } from '@parley/ui/person-avatar';
import { useTranslation } from '../../lib/translation';
import { contactsQuery, nameOf } from './contacts-api';
import classes from './contacts.module.css';

const TYPED_MS = 200;
const SHOWN = 8;

/** Finds the contact to merge with; another page then compares the two before merging. */
export function MergeDialog({ contact, onClose }: { contact: ContactResponse; onClose: () => void }) {
  const { t } = useTranslation();
  const [words, setWords] = useState(contact.name ?? '');
  const [keyword] = useDebouncedValue(words.trim(), TYPED_MS);
  const query = useQuery({
    ...contactsQuery({ keyword: keyword || undefined, sortBy: 'name', page: 1 }),
    placeholderData: keepPreviousData,
  });
  return (
    <Dialog opened onClose={onClose} size={560} title={t('contacts.mergeTitle', { name: nameOf(contact) })}>
      <TextInput
        data-autofocus
        label={t('contacts.search')}
        leftSection={<IconSearch size={15} />}
        maxLength={200}
        value={words}
        onChange={(event) => setWords(event.currentTarget.value)}
      />
      <Loadable query={query} failed={t('contacts.failed')}>
        {({ data }) => {
          // A contact cannot be merged with itself.
          const others = data.filter(({ id }) => id !== contact.id).slice(0, SHOWN);
          if (others.length === 0) return <p role="status">{t('contacts.noneFound')}</p>;
          return (
            <ul className={classes.found} aria-label={t('contacts.title')}>
              {others.map((other) => (
                <li key={other.id}>
                  <Link to={`/contacts/duplicates?of=${contact.id}&with=${other.id}`}>
                    <PersonAvatar name={nameOf(other)} size={28} />
                    <span>
                      <strong>{nameOf(other)}</strong>
                      <small>
                        {[other.phone, other.email, other.company].filter(Boolean).join(' · ') || '–'}
                      </small>
                    </span>
                  </Link>
                </li>
              ))}
            </ul>
          );
        }}
      </Loadable>
    </Dialog>
  );
}
