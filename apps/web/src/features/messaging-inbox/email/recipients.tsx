import { useState } from 'react';
import { UnstyledButton } from '@mantine/core';
import type { EntryStatus } from '@parley/contracts/api/conversations';
import { mailReason } from '../../../conversation/thread/mail-reason';
import { useTranslation } from '../../../lib/translation';
import classes from './mail.module.css';
import { isTrouble, recipientsOf, type MailOfOurs, type RecipientStatus } from './recipient-status';

/** Outcome of an e-mail of the organisation for each recipient; expanded if a recipient has not got it. */
export function Recipients({ mail, status }: { mail: MailOfOurs; status: EntryStatus }) {
  const { t } = useTranslation();
  const people = recipientsOf(mail, status);
  const hasTrouble = people.some(isTrouble);
  const [chosen, setOpen] = useState<boolean | null>(null);
  if (people.length === 0 || (people.length === 1 && !hasTrouble)) return null;
  const isOpen = chosen ?? hasTrouble;
  return (
    <div className={classes.recipients}>
      <UnstyledButton className={classes.dim} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        {t('email.recipients', { count: people.filter(({ address }) => address !== '').length })}
      </UnstyledButton>
      {isOpen && (
        <ul className={classes.recipientList}>
          {people.map((person) => (
            <Recipient key={person.address} person={person} />
          ))}
        </ul>
      )}
    </div>
  );
}

function Recipient({ person }: { person: RecipientStatus }) {
  const { t } = useTranslation();
  const { field, address, outcome, reason, detail } = person;
  const text =
    outcome === 'failed'
      ? t('email.bounced', {
          reason: t(`reason.${mailReason(reason)}`),
        })
      : t(`email.${outcome}`);
  return (
    <li data-outcome={outcome}>
      <span className={classes.dim}>{t(`email.${field}`)}</span> {address || t('email.someRecipient')}{' '}
      <span className={classes.outcome}>{text}</span>
      {detail && outcome === 'failed' && <span className={classes.dim}> {detail}</span>}
    </li>
  );
}
