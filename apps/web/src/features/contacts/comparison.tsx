import { useState } from 'react';
import { Button, Group, Radio } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import type { ContactResponse } from '@parley/contracts/api/contacts';
import { contactFields, type ContactField } from '@parley/contracts/events/contact.events';
import { Loadable } from '@parley/ui/loadable';
import { useFormats } from '../../lib/format';
import { closable, toastFailure } from '../../lib/toast';
import { useTranslation } from '../../lib/translation';
import {
  contactQuery,
  conversationsQuery,
  distinguishContacts,
  mergeContacts,
  nameOf,
  unmergeContacts,
  useContactsCommand,
  type Merging,
} from './contacts-api';
import classes from './contacts.module.css';
import { useKeys } from './use-keys';

interface ComparisonProps {
  /** The two contacts. The first one remains after merging, unless the user swaps them. */
  ids: [string, string];
  onSettled?: () => void;
}

/** Compares two contacts and lets the user choose the values of the merged contact. */
export function Comparison({ ids, onSettled }: ComparisonProps) {
  const { t } = useTranslation();
  const [isSwapped, setSwapped] = useState(false);
  const [leftId, rightId] = isSwapped ? [ids[1], ids[0]] : ids;
  const [left, right] = [useQuery(contactQuery(leftId)), useQuery(contactQuery(rightId))];
  return (
    <Loadable query={left} failed={t('contacts.failed')} skeleton={{ rows: 6, height: 40 }}>
      {(one) => (
        <Loadable query={right} failed={t('contacts.failed')} skeleton={{ rows: 6, height: 40 }}>
          {(two) => (
            <Compared
              key={leftId}
              left={one}
              right={two}
              onSwap={() => setSwapped(!isSwapped)}
              onSettled={onSettled}
            />
          )}
        </Loadable>
      )}
    </Loadable>
  );
}

interface ComparedProps {
  left: ContactResponse;
  right: ContactResponse;
  onSwap: () => void;
  onSettled?: () => void;
}

function Compared({ left, right, onSwap, onSettled }: ComparedProps) {
  const { t } = useTranslation();
  const { number } = useFormats();
  /** Fields in which the merged contact takes the value of the contact on the right. */
  const [fields, setFields] = useState<readonly ContactField[]>([]);
  const merge = useContactsCommand(mergeContacts);
  const undo = useContactsCommand(unmergeContacts);
  const distinguish = useContactsCommand(distinguishContacts);
  const moved = useQuery(conversationsQuery(right.id)).data;
  const said = contactFields.filter((field) => left[field] !== null || right[field] !== null);
  const differing = said.filter((field) => left[field] !== right[field]);
  const equal = said.filter((field) => left[field] === right[field]);
  const open = differing.filter((field) => left[field] !== null && right[field] !== null);
  const merging: Merging = { contactId: left.id, otherId: right.id, fields: [...fields] };
  // Uses promises instead of mutation callbacks, which do not run if merging has unmounted this component.
  const settled = (command: Promise<unknown>, told?: () => void) =>
    command
      .then(() => {
        onSettled?.();
        told?.();
      })
      .catch(toastFailure);
  const run = () => {
    const id = `merged-${right.id}`;
    const message = (
      <Group gap={8}>
        {t('contacts.duplicates.merged', { name: nameOf(left) })}
        <Button
          size="compact-sm"
          variant="subtle"
          onClick={() => {
            notifications.hide(id);
            undo.mutateAsync(merging).catch(toastFailure);
          }}
        >
          {t('contacts.duplicates.undo')}
        </Button>
      </Group>
    );
    void settled(merge.mutateAsync(merging), () =>
      notifications.show({ ...closable(), id, color: 'green', autoClose: 8_000, message }),
    );
  };
  const keep = () => void settled(distinguish.mutateAsync(merging));
  const choose = (field: ContactField, isRight: boolean) =>
    setFields(isRight ? [...new Set([...fields, field])] : fields.filter((known) => known !== field));
  /**
   * Chooses the left or right contact's value for the field whose radio button has the focus, otherwise for all
   * fields.
   */
  const pick = (isRight: boolean) => {
    const field = document.activeElement?.closest<HTMLElement>('[data-field]')?.dataset.field;
    if (field) choose(field as ContactField, isRight);
    else setFields(isRight ? open : []);
  };
  useKeys({
    '1': () => pick(false),
    '2': () => pick(true),
    s: onSwap,
    d: keep,
    'mod+Enter': run,
  });
  const isBusy = merge.isPending || distinguish.isPending;
  return (
    <section className={classes.compared} aria-label={`${nameOf(left)} – ${nameOf(right)}`}>
      <table>
        <thead>
          <tr>
            <td />
            <th scope="col">
              <Link className={classes.link} to={`/contacts/${left.id}`}>
                {nameOf(left)}
              </Link>
            </th>
            <th scope="col">
              <Link className={classes.link} to={`/contacts/${right.id}`}>
                {nameOf(right)}
              </Link>
            </th>
            <th scope="col">{t('contacts.duplicates.result')}</th>
          </tr>
        </thead>
        <tbody>
          {differing.map((field) => (
            <Row
              key={field}
              field={field}
              {...{ left, right }}
              isRight={fields.includes(field)}
              onChoose={(isRight) => choose(field, isRight)}
            />
          ))}
        </tbody>
      </table>
      {equal.length > 0 && (
        <details className={classes.equal}>
          <summary>{t('contacts.duplicates.equal', { count: equal.length })}</summary>
          <dl className={classes.facts}>
            {equal.map((field) => (
              <div key={field}>
                <dt>{t(`contactField.${field}`)}</dt>
                <dd>{left[field]}</dd>
              </div>
            ))}
          </dl>
        </details>
      )}
      <p className={classes.quiet}>
        {moved && t('contacts.duplicates.moves', { count: moved.length, formatted: number(moved.length) })}
      </p>
      <Group gap={8}>
        <Button loading={merge.isPending} disabled={isBusy} onClick={run}>
          {t('contacts.duplicates.merge', { name: nameOf(left) })}
        </Button>
        <Button variant="default" disabled={isBusy} onClick={onSwap}>
          {t('contacts.duplicates.swap')}
        </Button>
        <Button variant="default" loading={distinguish.isPending} disabled={isBusy} onClick={keep}>
          {t('contacts.duplicates.apart')}
        </Button>
      </Group>
    </section>
  );
}

interface RowProps {
  field: ContactField;
  left: ContactResponse;
  right: ContactResponse;
  isRight: boolean;
  onChoose: (isRight: boolean) => void;
}

/** One field of both contacts. If only one contact has a value, there is nothing to choose. */
function Row({ field, left, right, isRight, onChoose }: RowProps) {
  const { t } = useTranslation();
  const label = t(`contactField.${field}`);
  const isOpen = left[field] !== null && right[field] !== null;
  const sides = [
    { contact: left, isChosen: !isRight },
    { contact: right, isChosen: isRight },
  ];
  return (
    <tr data-field={field}>
      <th scope="row">{label}</th>
      {sides.map(({ contact, isChosen }, index) => (
        <td key={contact.id} data-title={nameOf(contact)}>
          {isOpen ? (
            <Radio
              size="xs"
              name={`${left.id}/${field}`}
              aria-label={`${label}: ${contact[field]}`}
              label={contact[field]}
              checked={isChosen}
              onChange={() => onChoose(index === 1)}
            />
          ) : (
            (contact[field] ?? '–')
          )}
        </td>
      ))}
      <td data-title={t('contacts.duplicates.result')} className={classes.result}>
        {isRight ? right[field] : (left[field] ?? right[field])}
      </td>
    </tr>
  );
}
