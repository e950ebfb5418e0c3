import { useState } from 'react';
import { Button, EmptyState, SegmentedControl, Textarea } from '@mantine/core';
import { IconArrowsExchange, IconMessage, IconNote, IconUserOff } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from 'react-router-dom';
import type { ContactChange, ContactResponse } from '@parley/contracts/api/contacts';
import { COMMENT_LENGTH } from '@parley/contracts/rules/contact-rules';
import { EntityForm } from '@parley/ui/entity-form';
import { Loadable } from '@parley/ui/loadable';
import { SettingsPage } from '@parley/ui/settings-page';
import { useEntityForm } from '@parley/ui/use-entity-form';
import { useChannelsById, useLabelsById, useUsersById } from '../../lib/directory';
import { useFormats } from '../../lib/format';
import { can, useMe } from '../../lib/me';
import { toastFailure, toastMessage } from '../../lib/toast';
import { useTranslation } from '../../lib/translation';
import { ContactActions } from './contact-actions';
import ContactFacts from './contact-facts';
import { ContactFieldsForm, useContactRules } from './contact-form';
import { formOf, requestOf } from './contact-values';
import {
  addComment,
  changeContact,
  changesQuery,
  contactQuery,
  conversationsQuery,
  nameOf,
  useContactsCommand,
} from './contacts-api';
import classes from './contacts.module.css';

const parts = ['all', 'conversations', 'notes', 'changes'] as const;
type Part = (typeof parts)[number];

/** Page of one contact: details, and a timeline across all channels. */
export function Component() {
  const { t } = useTranslation();
  const { contactId = '' } = useParams();
  const query = useQuery(contactQuery(contactId));
  const contact = query.data;
  const [shown, setShown] = useState<'details' | 'timeline'>('details');
  return (
    <SettingsPage
      wide
      title={contact ? nameOf(contact) : t('contacts.contact')}
      back={{ to: '/contacts', label: t('contacts.title') }}
      intro={contact && !contact.isErased && <Summary contact={contact} />}
      actions={contact && !contact.isErased && <ContactActions contact={contact} />}
    >
      <Loadable query={query} failed={t('contacts.failed')}>
        {(found) =>
          found.isErased ? (
            <EmptyState icon={<IconUserOff stroke={1.4} />} title={t('contacts.erased')} />
          ) : (
            <>
              <SegmentedControl
                fullWidth
                className={classes.narrowTabs}
                aria-label={t('contacts.contact')}
                data={(['details', 'timeline'] as const).map((value) => ({
                  value,
                  label: t(`contacts.${value}`),
                }))}
                value={shown}
                onChange={setShown}
              />
              <div className={classes.columns} data-shown={shown}>
                <Details key={found.id} contact={found} />
                <Timeline contact={found} />
              </div>
            </>
          )
        }
      </Loadable>
    </SettingsPage>
  );
}

/** The most important facts about a contact, below their name. */
function Summary({ contact }: { contact: ContactResponse }) {
  const { t } = useTranslation();
  const labels = useLabelsById();
  const marks = [
    ...(contact.isHighPriority ? [t('row.vip')] : []),
    ...(contact.isBlocked ? [t('panel.blocked')] : []),
    ...contact.labelIds.flatMap((id) => labels.get(id)?.name ?? []),
  ];
  const about = [contact.jobTitle, contact.company].filter(Boolean).join(', ');
  if (!about && marks.length === 0) return null;
  return (
    <>
      {about}{' '}
      {marks.map((mark) => (
        <span key={mark} className={classes.label}>
          {mark}
        </span>
      ))}
    </>
  );
}

function Details({ contact }: { contact: ContactResponse }) {
  const { t } = useTranslation();
  const { full } = useFormats();
  const users = useUsersById();
  const mayChange = can(useMe().ability, 'update', 'contacts');
  const entity = useEntityForm({
    values: formOf(contact),
    rules: useContactRules(),
    command: useContactsCommand(changeContact(contact.id)),
    request: (_, changed) => requestOf(changed, contact),
    onSaved: () => toastMessage(t('contacts.saved')),
  });
  if (!mayChange) return <ContactFacts contactId={contact.id} />;
  const { at, byId } = contact.optIn;
  return (
    <EntityForm entity={entity} className={classes.details}>
      <ContactFieldsForm entity={entity} contact={contact} />
      {at && (
        <p>
          {t('contacts.optIn')}:{' '}
          {t('contacts.saidBy', { time: full(at), name: users.get(byId ?? '')?.displayName ?? 'Parley' })}
        </p>
      )}
    </EntityForm>
  );
}

const icons = { conversations: IconMessage, notes: IconNote, changes: IconArrowsExchange };

interface Line {
  key: string;
  part: Exclude<Part, 'all'>;
  time: string;
  text: string;
  to?: string;
}

function Timeline({ contact }: { contact: ContactResponse }) {
  const { t } = useTranslation();
  const { full } = useFormats();
  const [part, setPart] = useState<Part>('all');
  const lines = useLines(contact).filter((line) => part === 'all' || line.part === part);
  return (
    <section aria-label={t('contacts.timeline')}>
      <SegmentedControl
        fullWidth
        mb={12}
        aria-label={t('contacts.timeline')}
        data={parts.map((value) => ({ value, label: t(`contacts.part.${value}`) }))}
        value={part}
        onChange={(value) => setPart(parts.find((one) => one === value) ?? 'all')}
      />
      <AddNote contactId={contact.id} />
      <ol className={classes.timeline}>
        {lines.map(({ key, part: kind, time, text, to }) => {
          const Icon = icons[kind];
          return (
            <li key={key}>
              <Icon size={16} stroke={1.6} aria-hidden />
              {to ? <Link to={to}>{text}</Link> : <span>{text}</span>}
              <time dateTime={time}>{full(time)}</time>
            </li>
          );
        })}
      </ol>
      {lines.length === 0 && <p className={classes.quiet}>{t('contacts.quiet')}</p>}
    </section>
  );
}

/** Lines of the timeline: conversations, notes and changes, newest first. */
function useLines(contact: ContactResponse): Line[] {
  const { t } = useTranslation();
  const users = useUsersById();
  const channels = useChannelsById();
  const labels = useLabelsById();
  const conversations = useQuery(conversationsQuery(contact.id)).data ?? [];
  const changes = useQuery(changesQuery(contact.id)).data ?? [];
  const who = (userId: string | null) => users.get(userId ?? '')?.displayName ?? 'Parley';
  const said = ({ type, fields, labelId, userId }: ContactChange) => {
    const about = [
      ...fields.map((field) => t(`contactField.${field as 'name'}`, { defaultValue: field })),
      ...(labelId ? [labels.get(labelId)?.name ?? t('contacts.unknown')] : []),
    ].join(', ');
    const what = t(`contacts.change.${type as 'ContactRegistered'}`, { defaultValue: type });
    return `${what}${about && `: ${about}`} · ${who(userId)}`;
  };
  const lines: Line[] = [
    ...conversations.map(({ id, channelId, status, assignedUserId, lastMessageAt }) => ({
      key: id,
      part: 'conversations' as const,
      time: lastMessageAt,
      to: `/messaging-inbox/${id}`,
      text: [
        channels.get(channelId)?.name ?? t('contacts.unknown'),
        t(`contacts.status.${status}`),
        assignedUserId && who(assignedUserId),
      ]
        .filter(Boolean)
        .join(' · '),
    })),
    ...contact.internalComments.map(({ id, comment, userId, createdAt }) => ({
      key: id,
      part: 'notes' as const,
      time: createdAt,
      text: `${who(userId)}: ${comment}`,
    })),
    ...changes
      .filter(({ type }) => !/^Contact(Comment|ConversationStarted|IdentityTold)/.test(type))
      .map((change) => ({ key: change.id, part: 'changes' as const, time: change.time, text: said(change) })),
  ];
  return lines.sort((a, b) => b.time.localeCompare(a.time));
}

function AddNote({ contactId }: { contactId: string }) {
  const { t } = useTranslation();
  const [text, setText] = useState('');
  const add = useContactsCommand(addComment(contactId));
  const submit = () =>
    add.mutate(text.trim(), { onSuccess: () => setText(''), onError: (error) => toastFailure(error) });
  return (
    <>
      <Textarea
        autosize
        minRows={1}
        maxRows={8}
        mb={8}
        aria-label={t('contacts.note')}
        placeholder={t('contacts.note')}
        maxLength={COMMENT_LENGTH}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      {text.trim() !== '' && (
        <Button size="compact-sm" mb={8} loading={add.isPending} onClick={submit}>
          {t('contacts.addNote')}
        </Button>
      )}
    </>
  );
}
