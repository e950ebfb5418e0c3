import { useState } from 'react';
import { Checkbox, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Loadable } from '@parley/ui/loadable';
import { useFormats } from '../../lib/format';
import { useTranslation } from '../../lib/translation';
import classes from './contact-lists.module.css';
import { contactsFoundQuery } from './lists-api';

const TYPED_MS = 250;

interface ContactPickerProps {
  chosen: ReadonlySet<string>;
  onChange: (chosen: ReadonlySet<string>) => void;
}

/** Finds contacts by keyword; chosen contacts stay chosen while the user searches for others. */
export function ContactPicker({ chosen, onChange }: ContactPickerProps) {
  const { t } = useTranslation();
  const { number } = useFormats();
  const [words, setWords] = useState('');
  const [keyword] = useDebouncedValue(words.trim(), TYPED_MS);
  const query = useQuery(contactsFoundQuery(keyword));
  const toggle = (id: string) => {
    const next = new Set(chosen);
    if (!next.delete(id)) next.add(id);
    onChange(next);
  };
  return (
    <>
      <TextInput
        leftSection={<IconSearch size={15} />}
        label={t('contactLists.find')}
        value={words}
        onChange={(event) => setWords(event.currentTarget.value)}
      />
      <p className={classes.dimmed} role="status">
        {t('contactLists.selected', { count: chosen.size, formatted: number(chosen.size) })}
      </p>
      <Loadable query={query} failed={t('contactLists.contactsFailed')}>
        {({ data }) =>
          data.length === 0 ? (
            <p>{t('contactLists.nobody')}</p>
          ) : (
            <ul className={classes.people} aria-label={t('contactLists.contacts')}>
              {data.map(({ id, name, username, phone, email }) => (
                <li key={id}>
                  <Checkbox
                    label={name ?? username ?? phone ?? email ?? '–'}
                    description={[phone, email].filter(Boolean).join(' · ')}
                    checked={chosen.has(id)}
                    onChange={() => toggle(id)}
                  />
                </li>
              ))}
            </ul>
          )
        }
      </Loadable>
    </>
  );
}
