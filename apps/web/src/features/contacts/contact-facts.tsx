import { useQuery } from '@tanstack/react-query';
import { contactFields } from '@parley/contracts/events/contact.events';
import { Loadable } from '@parley/ui/loadable';
import { attributesQuery, useLabelsById, useUsersById } from '../../lib/directory';
import { useFormats } from '../../lib/format';
import { useTranslation } from '../../lib/translation';
import { contactQuery } from './contacts-api';
import classes from './contacts.module.css';

/** The details of a contact, read-only. */
export default function ContactFacts({ contactId }: { contactId: string }) {
  const { t } = useTranslation();
  const { full } = useFormats();
  const query = useQuery(contactQuery(contactId));
  const labels = useLabelsById();
  const users = useUsersById();
  const attributes = useQuery(attributesQuery).data ?? [];
  return (
    <Loadable query={query} failed={t('contacts.failed')}>
      {(contact) => {
        const { is, at, byId } = contact.optIn;
        const said =
          at &&
          t('contacts.saidBy', { time: full(at), name: users.get(byId ?? '')?.displayName ?? 'Parley' });
        const facts: [string, string][] = [
          ...contactFields.flatMap((field): [string, string][] =>
            contact[field] === null ? [] : [[t(`contactField.${field}`), contact[field]]],
          ),
          [t('contacts.optIn'), [t(is ? 'contacts.yes' : 'contacts.no'), said].filter(Boolean).join(' · ')],
          ...attributes.flatMap(({ id, name }): [string, string][] => {
            const value = contact.attributes.find((one) => one.id === id)?.value;
            return value === undefined ? [] : [[name, value]];
          }),
          ...contact.metadata.map(({ name, value }): [string, string] => [name, value]),
          [
            t('contacts.column.labels'),
            contact.labelIds.flatMap((id) => labels.get(id)?.name ?? []).join(', ') || '–',
          ],
          [t('contacts.column.created'), full(contact.createdAt)],
        ];
        return (
          <dl className={classes.facts}>
            {facts.map(([name, value], index) => (
              <div key={`${index}/${name}`}>
                <dt>{name}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
        );
      }}
    </Loadable>
  );
}
