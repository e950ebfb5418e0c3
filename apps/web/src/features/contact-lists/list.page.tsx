import { useState } from 'react';
import { Badge, Button, Text, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from 'react-router-dom';
import type { ContactListDetails } from '@parley/contracts/api/contact-lists';
import { ConfirmDialog, Dialog, DialogButtons } from '@parley/ui/dialog';
import { Loadable } from '@parley/ui/loadable';
import { SettingsPage } from '@parley/ui/settings-page';
import { useFormats } from '../../lib/format';
import { can, useMe } from '../../lib/me';
import { toastFailure, toastMessage } from '../../lib/toast';
import { useTranslation } from '../../lib/translation';
import { complete, ConditionsBuilder, noConditions } from './conditions-builder';
import classes from './contact-lists.module.css';
import { ContactPicker } from './contact-picker';
import {
  contactsFoundQuery,
  listQuery,
  membershipQuery,
  membersQuery,
  useChangeList,
  useDuplicate,
  useFill,
  useListAction,
  useMembers,
} from './lists-api';
import { Preview } from './preview';
import { Reach } from './reach';

/** Page of one list: its members, the channels that reach them and the list's actions. */
export function Component() {
  const { t } = useTranslation();
  const { listId = '' } = useParams();
  const query = useQuery(listQuery(listId));
  return (
    <SettingsPage
      wide
      title={query.data?.name ?? t('contactLists.one')}
      intro={query.data?.description || undefined}
      back={{ to: '/contacts/lists', label: t('contactLists.title') }}
    >
      <Loadable query={query} failed={t('contactLists.failed')}>
        {(list) => <List list={list} />}
      </Loadable>
    </SettingsPage>
  );
}

function List({ list }: { list: ContactListDetails }) {
  const { t } = useTranslation();
  const { number } = useFormats();
  const { ability } = useMe();
  const navigate = useNavigate();
  const mayChange = can(ability, 'update', 'contactLists');
  const act = useListAction(list.id);
  const duplicate = useDuplicate(list.id);
  const [asked, setAsked] = useState<'delete' | 'add' | 'conditions' | null>(null);
  const uses = list.uses.reduce((sum, { count }) => sum + count, 0);
  const close = () => setAsked(null);
  return (
    <>
      <div className={classes.facts}>
        <Badge variant="light">{t(list.conditions ? 'contactLists.live' : 'contactLists.fixed')}</Badge>
        {list.isArchived && <Badge color="gray">{t('contactLists.archived')}</Badge>}
        {list.isInvalid && (
          <>
            <Badge color="red">{t('contactLists.invalid')}</Badge>
            <span role="alert">{t('contactLists.invalidHint')}</span>
          </>
        )}
        <span role="status">
          {t('contactLists.members', { count: list.members, formatted: number(list.members) })}
        </span>
        {uses > 0 && <span>{t('contactLists.usedBy', { count: uses, formatted: number(uses) })}</span>}
      </div>
      <Reach of={list} />
      {mayChange && (
        <div className={classes.actions}>
          <Button onClick={() => setAsked(list.conditions ? 'conditions' : 'add')}>
            {t(list.conditions ? 'contactLists.editConditions' : 'contactLists.add')}
          </Button>
          {!list.conditions && (
            <Button variant="default" onClick={() => setAsked('conditions')}>
              {t('contactLists.addBy')}
            </Button>
          )}
          <Button
            variant="default"
            loading={duplicate.isPending}
            onClick={() =>
              duplicate.mutate(t('contactLists.copyOf', { name: list.name }).slice(0, 100), {
                onSuccess: ({ id }) => void navigate(`/contacts/lists/${id}`),
                onError: (error) => toastFailure(error),
              })
            }
          >
            {t('contactLists.duplicate')}
          </Button>
          <Button
            variant="default"
            loading={act.isPending}
            onClick={() =>
              act.mutate(list.isArchived ? 'restore' : 'archive', { onError: (error) => toastFailure(error) })
            }
          >
            {t(list.isArchived ? 'contactLists.restore' : 'contactLists.archive')}
          </Button>
          <Button variant="subtle" color="red" disabled={uses > 0} onClick={() => setAsked('delete')}>
            {t('contactLists.delete')}
          </Button>
        </div>
      )}
      <Membership list={list} />
      <Members list={list} mayChange={mayChange && !list.conditions} />
      <ConfirmDialog
        opened={asked === 'delete'}
        title={t('contactLists.deleteTitle', { name: list.name })}
        confirm={t('contactLists.delete')}
        action={() => act.mutateAsync('delete')}
        onDone={() => void navigate('/contacts/lists')}
        onClose={close}
      >
        {t('contactLists.deleteText')}
      </ConfirmDialog>
      <Dialog opened={asked === 'add'} onClose={close} title={t('contactLists.add')}>
        <AddMembers list={list} onDone={close} />
      </Dialog>
      <Dialog
        opened={asked === 'conditions'}
        onClose={close}
        size="xl"
        title={t(list.conditions ? 'contactLists.editConditions' : 'contactLists.addBy')}
      >
        <Conditions list={list} onDone={close} />
      </Dialog>
    </>
  );
}

function AddMembers({ list, onDone }: { list: ContactListDetails; onDone: () => void }) {
  const { t } = useTranslation();
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const add = useMembers(list.id, 'add');
  return (
    <>
      <ContactPicker chosen={chosen} onChange={setChosen} />
      <DialogButtons
        confirm={t('contactLists.addChosen')}
        isDisabled={chosen.size === 0}
        isPending={add.isPending}
        onConfirm={() =>
          add.mutate([...chosen], { onSuccess: onDone, onError: (error) => toastFailure(error) })
        }
        onCancel={onDone}
      />
    </>
  );
}

/** Edits the conditions of a live list, or chooses conditions by which contacts are added to a fixed list once. */
function Conditions({ list, onDone }: { list: ContactListDetails; onDone: () => void }) {
  const { t } = useTranslation();
  const [conditions, setConditions] = useState(list.conditions ?? noConditions);
  const change = useChangeList(list.id);
  const fill = useFill(list.id);
  const save = async () => {
    try {
      if (list.conditions) await change.mutateAsync({ conditions: JSON.stringify(complete(conditions)) });
      else {
        await fill.mutateAsync({ conditions: JSON.stringify(complete(conditions)) });
        toastMessage(t('contactLists.filling'));
      }
      onDone();
    } catch (error) {
      toastFailure(error);
    }
  };
  return (
    <>
      <ConditionsBuilder conditions={conditions} onChange={setConditions} />
      <Text component="div" my="md">
        <Preview conditions={conditions} />
      </Text>
      <DialogButtons
        confirm={t(list.conditions ? 'contactLists.save' : 'contactLists.addChosen')}
        isDisabled={complete(conditions).groups.length === 0}
        isPending={change.isPending || fill.isPending}
        onConfirm={() => void save()}
        onCancel={onDone}
      />
    </>
  );
}

/** Checks whether a contact that the user names is in the list, and shows which conditions they fail. */
function Membership({ list }: { list: ContactListDetails }) {
  const { t } = useTranslation();
  const [words, setWords] = useState('');
  const [keyword] = useDebouncedValue(words.trim(), 300);
  const { data: found } = useQuery({ ...contactsFoundQuery(keyword), enabled: keyword !== '' });
  const contact = keyword === '' ? undefined : found?.data[0];
  const { data } = useQuery({ ...membershipQuery(list.id, contact?.id ?? ''), enabled: !!contact });
  const name = contact?.name ?? contact?.username ?? contact?.phone ?? contact?.email ?? '';
  const failing = data?.failing.flatMap(([group, at]) => {
    const field = list.conditions?.groups[group]?.conditions[at]?.field;
    return field ? [t(`contactLists.fields.${field}`)] : [];
  });
  return (
    <div>
      <TextInput
        maw={360}
        label={t('contactLists.isIn')}
        placeholder={t('contactLists.isInHint')}
        value={words}
        onChange={(event) => setWords(event.currentTarget.value)}
      />
      <Text size="sm" mt={4} mih={20} role="status">
        {contact &&
          data &&
          (data.isMember
            ? t('contactLists.isMember', { name })
            : failing && failing.length > 0
              ? t('contactLists.isNotSince', { name, conditions: failing.join(', ') })
              : t('contactLists.isNot', { name }))}
        {keyword !== '' && found && !contact && t('contactLists.nobody')}
      </Text>
    </div>
  );
}

function Members({ list, mayChange }: { list: ContactListDetails; mayChange: boolean }) {
  const { t } = useTranslation();
  const [pages, setPages] = useState<(string | null)[]>([null]);
  const query = useQuery(membersQuery(list.id, pages.at(-1) ?? null));
  const remove = useMembers(list.id, 'remove');
  return (
    <Loadable query={query} failed={t('contactLists.failed')}>
      {({ data, next }) => (
        <>
          {data.length === 0 && <Text c="dimmed">{t('contactLists.empty')}</Text>}
          <ul className={classes.people} aria-label={t('contactLists.membersLabel')}>
            {data.map(({ id, name, phone, email, optIn, isBlocked }) => {
              const called = name ?? phone ?? email ?? '–';
              return (
                <li key={id}>
                  <span>
                    <span className={classes.name}>{called}</span>{' '}
                    <span className={classes.dimmed}>
                      {[
                        name && phone,
                        email,
                        !optIn && t('contactLists.noOptIn'),
                        isBlocked && t('contactLists.isBlocked'),
                      ]
                        .filter(Boolean)
                        .join(' · ')}
                    </span>
                  </span>
                  {mayChange && (
                    <Button
                      variant="subtle"
                      color="gray"
                      size="compact-md"
                      aria-label={t('contactLists.removeOf', { name: called })}
                      onClick={() => remove.mutate([id], { onError: (error) => toastFailure(error) })}
                    >
                      {t('contactLists.remove')}
                    </Button>
                  )}
                </li>
              );
            })}
          </ul>
          <div className={classes.actions}>
            {pages.length > 1 && (
              <Button variant="default" onClick={() => setPages(pages.slice(0, -1))}>
                {t('contactLists.previous')}
              </Button>
            )}
            {next !== null && (
              <Button variant="default" onClick={() => setPages([...pages, next])}>
                {t('contactLists.more')}
              </Button>
            )}
          </div>
        </>
      )}
    </Loadable>
  );
}
