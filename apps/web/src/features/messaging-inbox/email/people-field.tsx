import { useEffect, useState } from 'react';
import { Pill, TagsInput } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { MOST_EMAIL_ADDRESSES } from '@parley/contracts/events/email-rules';
import type { EmailAddress } from '@parley/contracts/events/message-content';
import { useTranslation } from '../../../lib/translation';
import { LONGEST_KEYWORD } from '../address';
import { recipientsQuery } from '../starting/starts';
import { addressOf, distinct } from './draft';
import { shortOf, wordsOf } from './mail';
import classes from './mail-editor.module.css';

const TYPING_MS = 150;

interface PeopleFieldProps {
  label: string;
  people: EmailAddress[];
  /** Lower-case addresses of those who are in the conversation; null: nobody is an outsider. */
  insiders: ReadonlySet<string> | null;
  onChange: (people: EmailAddress[]) => void;
}

/** Addresses as pills, found among contacts or typed. Outsiders are told apart. */
export function PeopleField({ label, people, insiders, onChange }: PeopleFieldProps) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState('');
  const [keyword, setKeyword] = useState('');
  const [wrong, setWrong] = useState<string | null>(null);
  useEffect(() => {
    const timer = setTimeout(() => setKeyword(typed.trim().slice(0, LONGEST_KEYWORD)), TYPING_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  const { data: found = [] } = useQuery({
    ...recipientsQuery({ keyword }),
    enabled: keyword.length > 1,
    placeholderData: keepPreviousData,
  });
  const suggested = found.flatMap(({ name, email }) => (email ? [wordsOf({ name, address: email })] : []));
  return (
    <TagsInput
      variant="unstyled"
      leftSection={<span className={classes.label}>{label}</span>}
      leftSectionWidth={52}
      aria-label={label}
      placeholder={people.length === 0 ? t('email.addPeople') : undefined}
      value={people.map(wordsOf)}
      searchValue={typed}
      onSearchChange={setTyped}
      data={[...new Set(suggested)]}
      filter={({ options }) => options}
      maxTags={MOST_EMAIL_ADDRESSES}
      splitChars={[',', ';']}
      acceptValueOnBlur
      isDuplicate={() => false}
      error={wrong !== null && t('email.badAddress', { address: wrong })}
      classNames={{ input: classes.people }}
      renderPill={({ value, onRemove, disabled }) => {
        const person = addressOf(String(value)) ?? { address: String(value) };
        const isOutsider = insiders !== null && !insiders.has(person.address.toLowerCase());
        const name = shortOf(person);
        return (
          <Pill
            withRemoveButton={!disabled}
            onRemove={onRemove}
            removeButtonProps={{ 'aria-label': t('email.remove', { name }) }}
            className={isOutsider ? classes.outsider : undefined}
            title={isOutsider ? t('email.outsider', { name: wordsOf(person) }) : wordsOf(person)}
          >
            {name}
          </Pill>
        );
      }}
      onChange={(values) => {
        const known = new Map(people.map((each) => [wordsOf(each), each]));
        const given = values.map((words) => known.get(words) ?? addressOf(words));
        setWrong(values.find((_, index) => given[index] === null) ?? null);
        onChange(distinct(given.filter((each) => each !== null)));
      }}
    />
  );
}
