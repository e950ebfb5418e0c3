import { useEffect, useState } from 'react';
import { Pill, TagsInput, UnstyledButton } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { MAX_KEYWORD_LENGTH } from '@parley/contracts/api/chat-filters';
import { MAX_EMAIL_ADDRESSES } from '@parley/contracts/rules/email-rules';
import type { EmailAddress } from '@parley/contracts/events/message-content';
import { useTranslation } from '../../../lib/translation';
import { recipientsQuery } from '../starting/starts';
import { shortOf, wordsOf } from './mail';
import classes from './mail-editor.module.css';
import { distinct, isWrong, personOf } from './typed-people';

const TYPING_MS = 150;

interface PeopleFieldProps {
  label: string;
  people: EmailAddress[];
  /** Lower-case addresses of the people in the conversation; undefined for a new conversation. */
  insiders?: ReadonlySet<string>;
  onChange: (people: EmailAddress[]) => void;
}

/**
 * Input for addresses, shown as pills, which are chosen from contacts or typed. Pills mark invalid addresses and
 * people who are not in the conversation yet.
 */
export function PeopleField({ label, people, insiders, onChange }: PeopleFieldProps) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState('');
  const [keyword, setKeyword] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setKeyword(typed.trim().slice(0, MAX_KEYWORD_LENGTH)), TYPING_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  const { data: found = [] } = useQuery({
    ...recipientsQuery({ keyword }),
    enabled: keyword.length > 1,
    placeholderData: keepPreviousData,
  });
  const suggested = found.flatMap(({ name, email }) => (email ? [wordsOf({ name, address: email })] : []));
  const wrong = people.find((person) => isWrong(person, insiders));
  const without = (words: string) => people.filter((person) => wordsOf(person) !== words);
  const correct = (words: string) => {
    onChange(without(words));
    setTyped(words);
  };
  return (
    <TagsInput
      variant="unstyled"
      leftSection={<span className={classes.label}>{label}</span>}
      leftSectionWidth={76}
      leftSectionProps={{ className: classes.labelAside }}
      aria-label={label}
      placeholder={people.length === 0 ? t('email.addPeople') : undefined}
      value={people.map(wordsOf)}
      searchValue={typed}
      onSearchChange={setTyped}
      data={[...new Set(suggested)]}
      filter={({ options }) => options}
      maxTags={MAX_EMAIL_ADDRESSES}
      splitChars={[',', ';']}
      acceptValueOnBlur
      isDuplicate={() => false}
      error={wrong && t('email.badAddress', { address: wordsOf(wrong) })}
      classNames={{ input: classes.people, inputField: classes.peopleField }}
      onKeyDown={(event) => {
        const last = people.at(-1);
        if (event.key !== 'Backspace' || typed !== '' || !last || !isWrong(last, insiders)) return;
        event.preventDefault();
        correct(wordsOf(last));
      }}
      renderPill={({ value, onRemove, disabled }) => {
        const words = String(value);
        const person = personOf(words);
        const isOutsider = insiders !== undefined && !insiders.has(person.address.toLowerCase());
        const name = shortOf(person);
        if (isWrong(person, insiders)) {
          return (
            <Pill
              withRemoveButton={!disabled}
              onRemove={onRemove}
              removeButtonProps={{ 'aria-label': t('email.remove', { name }) }}
              className={classes.wrong}
            >
              <UnstyledButton
                fz="inherit"
                c="inherit"
                aria-label={t('email.correct', { address: name })}
                onClick={() => correct(words)}
              >
                {name}
              </UnstyledButton>
            </Pill>
          );
        }
        return (
          <Pill
            withRemoveButton={!disabled}
            onRemove={onRemove}
            removeButtonProps={{ 'aria-label': t('email.remove', { name }) }}
            className={isOutsider ? classes.outsider : undefined}
            title={isOutsider ? t('email.outsider', { name: words }) : words}
          >
            {name}
          </Pill>
        );
      }}
      onChange={(values) => {
        const known = new Map(people.map((each) => [wordsOf(each), each]));
        onChange(distinct(values.map((words) => known.get(words) ?? personOf(words))));
      }}
    />
  );
}
