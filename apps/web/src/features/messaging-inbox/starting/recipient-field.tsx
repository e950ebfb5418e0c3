import { useEffect, useEffectEvent, useState } from 'react';
import { Combobox, InputBase, Loader, useCombobox } from '@mantine/core';
import { IconUserPlus } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { MAX_KEYWORD_LENGTH } from '@parley/contracts/api/chat-filters';
import type { Recipient } from '@parley/contracts/api/starting';
import { PersonAvatar } from '@parley/ui/person-avatar';
import { useTranslation } from '../../../lib/translation';
import { addresseeOf, nameOf, nationalPhoneOf, type Addressee } from './start-values';
import classes from './start-form.module.css';
import { recipientsQuery } from './starts';

const TYPING_MS = 150;
const NEW = 'new';
const none: Recipient[] = [];

interface RecipientFieldProps {
  value: Addressee | null;
  onChange: (to: Addressee | null) => void;
}

/**
 * Input for the recipient: a contact found by search, or a phone number or e-mail address that belongs to no contact
 * yet.
 */
export function RecipientField({ value, onChange }: RecipientFieldProps) {
  const { t } = useTranslation();
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() });
  const [typed, setTyped] = useState(value ? nameOf(value) : '');
  const [isUnclear, setUnclear] = useState(false);
  const keyword = useSettled(typed.trim());
  const { data: found = none, isFetching } = useQuery({
    ...recipientsQuery({ keyword }),
    enabled: keyword !== '' && value === null,
    placeholderData: keepPreviousData,
  });
  const whole = addresseeOf(typed);
  const fresh = whole ?? nationalPhoneOf(typed);
  const options = value === null && keyword !== '' ? found : [];
  // A phone number or e-mail address of an existing contact is not offered as a new contact.
  const isKnown =
    fresh?.known === null &&
    options.some(
      ({ phone, email }) => (fresh.phone && phone === fresh.phone) || (fresh.email && email === fresh.email),
    );
  const choose = (to: Addressee) => {
    onChange(to);
    setTyped(nameOf(to));
    combobox.closeDropdown();
  };
  const submit = (id: string) => {
    const known = options.find((each) => each.id === id);
    if (known) choose({ known });
    else if (fresh) choose(fresh);
  };
  // Selects the first result, so that Enter chooses it.
  const selectFirst = useEffectEvent(() => {
    if (options.length > 0 || fresh) combobox.selectFirstOption();
  });
  useEffect(() => selectFirst(), [keyword, found]);
  const nothing = options.length === 0 && !fresh;
  return (
    <Combobox store={combobox} onOptionSubmit={submit} transitionProps={{ duration: 0 }}>
      <Combobox.Target>
        <InputBase
          data-autofocus
          label={t('starting.to')}
          placeholder={t('starting.toHint')}
          value={typed}
          error={isUnclear && value === null ? t('starting.unclear') : null}
          maxLength={MAX_KEYWORD_LENGTH}
          autoComplete="off"
          leftSection={value && <PersonAvatar name={nameOf(value)} size={20} />}
          rightSection={isFetching ? <Loader size={14} /> : null}
          onChange={(event) => {
            setTyped(event.currentTarget.value);
            setUnclear(false);
            if (value) onChange(null);
            combobox.openDropdown();
          }}
          onFocus={() => value === null && typed !== '' && combobox.openDropdown()}
          onBlur={() => {
            combobox.closeDropdown();
            if (value !== null) return;
            // If the user leaves the field after typing a complete phone number or e-mail address, it becomes the
            // recipient.
            const meant = whole ?? (options.length === 0 ? fresh : null);
            if (meant && !isKnown) choose(meant);
            else setUnclear(typed.trim() !== '');
          }}
        />
      </Combobox.Target>
      <Combobox.Dropdown hidden={value !== null || typed.trim() === ''}>
        <Combobox.Options mah={280} style={{ overflowY: 'auto' }} aria-label={t('starting.to')}>
          {options.map((person) => (
            <Combobox.Option key={person.id} value={person.id} className={classes.person}>
              <PersonAvatar name={person.name} size={24} />
              <span className={classes.name}>{person.name}</span>
              <span className={classes.address}>{person.phone ?? person.email}</span>
            </Combobox.Option>
          ))}
          {fresh && !isKnown && (
            <Combobox.Option value={NEW} className={classes.person}>
              <IconUserPlus size={20} aria-hidden />
              <span className={classes.name}>{t('starting.newContact', { address: nameOf(fresh) })}</span>
            </Combobox.Option>
          )}
          {nothing && <Combobox.Empty role="status">{t('starting.nobody')}</Combobox.Empty>}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  );
}

/** Returns the text as it was when the user last paused typing. */
function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), TYPING_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}
