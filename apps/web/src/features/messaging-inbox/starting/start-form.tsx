import { Suspense, useId, useState } from 'react';
import { Anchor, Button, Checkbox, Group, NativeSelect, Text, Textarea, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from 'react-router-dom';
import type { StartRequest } from '@parley/contracts/api/starting.requests';
import { LONGEST_SUBJECT } from '@parley/contracts/events/email-rules';
import { isTooLong, measureText } from '@parley/contracts/events/text-limit';
import { useNow } from '../../../lib/clock';
import { channelsQuery, useUsersById } from '../../../lib/directory';
import { errorText } from '../../../lib/i18n';
import { newId } from '../../../lib/id';
import { readLocal, writeLocal } from '../../../lib/local-storage';
import { can, useMe } from '../../../lib/me';
import { codeOf, problemOf } from '../../../lib/problem';
import { useTranslation } from '../../../lib/translation';
import { TemplatePicker } from '../templates/lazy-template-picker';
import type { AskedTemplate } from '../templates/template-picker';
import { messaging } from '../messaging';
import type { LeftForm } from './beginning';
import { RecipientField } from './recipient-field';
import classes from './start-form.module.css';
import {
  choicesOf,
  chosenOf,
  heldByColleague,
  isUsable,
  lackOf,
  nameOf,
  templateUse,
  type Addressee,
  type ChannelChoice,
} from './start-values';
import { useStart } from './starts';

const storageKey = 'parley.start.channel';

const empty: LeftForm = {
  ...{ to: null, channelId: null, from: null, userId: null },
  ...{ text: '', subject: '', template: null },
};

interface StartFormProps {
  begun?: Partial<LeftForm>;
  /** Channels to choose from, where a link means one of several; all, if left out. */
  among?: string[];
  /** A template that is to be filled in first: its name and what else of it is known. */
  begunTemplate?: AskedTemplate;
  /** Hears of all that somebody changes. */
  onChange?: (form: LeftForm) => void;
  onCancel?: () => void;
  /** The conversation is there, with the message in it. */
  onStarted: (chatId: string, inbox: 'email' | undefined) => void;
}

/** Whom to write to, over which channel, and what. Nothing is sent without a press of its button. */
export function StartForm({ begun, among, begunTemplate, onChange, onCancel, onStarted }: StartFormProps) {
  const { t } = useTranslation();
  const me = useMe();
  const now = useNow();
  const navigate = useNavigate();
  const usersById = useUsersById();
  const start = useStart();
  const lackId = useId();
  const [form, setForm] = useState<LeftForm>({ ...empty, ...begun });
  const { to, from, text, subject, template: taken } = form;
  const [isChoosing, setChoosing] = useState(begunTemplate !== undefined);
  const [linkedUserId] = useState(begun?.userId ?? null);
  // The same message until something of it changes: pressed twice it is sent once.
  const [key, setKey] = useState(newId);
  const change = (changes: Partial<LeftForm>) => {
    const changed = { ...form, ...changes };
    setForm(changed);
    onChange?.(changed);
    setKey(newId());
    start.reset();
  };
  const { data: channels } = useQuery(channelsQuery);
  if (!channels) return null;

  const lastChannelId = readLocal(storageKey);
  const choices = choicesOf(channels, to, { lastChannelId, now }).filter(
    ({ channel }) => !among || among.includes(channel.id),
  );
  const chosen = chosenOf(choices, form.channelId);
  if (!chosen) return <NoChannel mayConnect={can(me.ability, 'update', 'channels')} />;
  const channelId = chosen.channel.id;
  const { identities } = chosen.channel;
  const sender = identities.find(({ id, accountId }) => from === id || from === accountId) ?? identities[0];
  // Another channel may not have it.
  const template = taken?.channelId === channelId ? taken.template : null;
  const uses = templateUse(chosen);
  const isTemplate = uses === 'only' || (template !== null && uses !== 'none');
  const toUserId = form.userId;
  const refusedFor = problemOf(start.error)?.conversation ?? null;
  const held = refusedFor ?? heldByColleague(to, channelId, { userId: me.user.id, toUserId });
  const lack = lackOf({ to, channel: chosen, isTemplate, hasTemplate: template !== null, text });
  const isReady =
    lack === null && isUsable(chosen) && !held && (isTemplate || !isTooLong(chosen.channel, text.trim()));
  const isMail = chosen.channel.platform === 'email';
  const { over } = measureText(chosen.channel, text.trim());

  const submit = () => {
    if (!isReady || start.isPending || !to) return;
    const contact = to.known
      ? { id: to.known.id }
      : {
          ...(to.phone && { phone: to.phone }),
          ...(to.email && { email: to.email }),
          ...(to.name && { name: to.name }),
        };
    const body: StartRequest = {
      contact,
      channelId,
      ...(identities.length > 1 && { identityId: sender?.id }),
      content:
        isTemplate && template
          ? { template }
          : isMail
            ? { email: mailOf(to, subject.trim(), text.trim()) }
            : { text: text.trim() },
      userId: toUserId,
      idempotencyKey: key,
    };
    start.mutate(body, {
      onSuccess: ({ chatId }) => {
        writeLocal(storageKey, channelId);
        onStarted(chatId, isMail ? 'email' : undefined);
      },
    });
  };
  const openHeld = (id: string) => {
    // What was written goes along as the draft there.
    if (!isTemplate && text.trim() !== '') messaging.of(id).putBack(text.trim(), []);
    onCancel?.();
    void navigate(`/${isMail ? 'email' : 'messaging'}-inbox/${id}`);
  };
  return (
    <>
      <form
        className={classes.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || !(event.metaKey || event.ctrlKey)) return;
          event.preventDefault();
          submit();
        }}
      >
        <RecipientField value={to} onChange={(person) => change({ to: person })} />
        <NativeSelect
          label={t('starting.channel')}
          value={channelId}
          onChange={(event) => change({ channelId: event.currentTarget.value })}
          data={choices.map((choice) => ({
            value: choice.channel.id,
            label: labelOf(choice, t),
            disabled: !isUsable(choice),
          }))}
          error={!isUsable(chosen) && chosen.reach ? reasonOf(chosen.reach, t) : null}
        />
        {identities.length > 1 && (
          <NativeSelect
            label={t('starting.from')}
            value={sender?.id}
            onChange={(event) => change({ from: event.currentTarget.value })}
            data={identities.map(({ id, name, accountId }) => ({
              value: id,
              label: accountId && accountId !== name ? `${name} · ${accountId}` : name,
            }))}
          />
        )}
        {held ? (
          <div className={classes.held} role="status">
            <Text size="sm">
              {t('starting.held', {
                name: to ? nameOf(to) : '',
                colleague: usersById.get(held.assignedUserId)?.displayName ?? t('starting.colleague'),
              })}
            </Text>
            <Button size="compact-sm" variant="light" onClick={() => openHeld(held.id)}>
              {t('starting.openIt')}
            </Button>
          </div>
        ) : null}
        {isTemplate ? (
          <>
            {template && (
              <div className={classes.template} aria-label={t('starting.template')} role="group">
                {template.text}
              </div>
            )}
            <Group gap="xs">
              <Button variant="default" size="compact-md" onClick={() => setChoosing(true)}>
                {t(template ? 'starting.changeTemplate' : 'starting.chooseTemplate')}
              </Button>
              {uses === 'also' && (
                <Button variant="subtle" size="compact-md" onClick={() => change({ template: null })}>
                  {t('starting.writeInstead')}
                </Button>
              )}
            </Group>
            {text.trim() !== '' && (
              <Textarea
                label={t('starting.message')}
                description={t('starting.notSent')}
                autosize
                maxRows={6}
                readOnly
                value={text}
              />
            )}
          </>
        ) : (
          <>
            {isMail && (
              <TextInput
                label={t('starting.subject')}
                value={subject}
                maxLength={LONGEST_SUBJECT}
                onChange={(event) => change({ subject: event.currentTarget.value })}
              />
            )}
            <Textarea
              label={t('starting.message')}
              autosize
              minRows={4}
              maxRows={10}
              value={text}
              onChange={(event) => change({ text: event.currentTarget.value })}
              error={over > 0 ? t('starting.tooLong', { count: over }) : null}
            />
            {uses === 'also' && (
              <Group>
                <Button variant="subtle" size="compact-sm" onClick={() => setChoosing(true)}>
                  {t('starting.useTemplate')}
                </Button>
              </Group>
            )}
          </>
        )}
        {start.isError && !refusedFor && (
          <Text size="sm" c="var(--red)" role="alert">
            {errorText(codeOf(start.error))}
          </Text>
        )}
        <div className={classes.footer}>
          <Checkbox
            label={
              linkedUserId && linkedUserId !== me.user.id
                ? t('starting.assignTo', { name: usersById.get(linkedUserId)?.displayName ?? '' })
                : t('starting.assignToMe')
            }
            checked={form.userId !== null}
            onChange={(event) =>
              change({ userId: event.currentTarget.checked ? (linkedUserId ?? me.user.id) : null })
            }
          />
          <Group gap="xs">
            {lack && !held && (
              <Text size="sm" c="dimmed" role="status" id={lackId}>
                {t(`starting.lacks.${lack}`)}
              </Text>
            )}
            {onCancel && (
              <Button variant="default" onClick={onCancel}>
                {t('common.cancel')}
              </Button>
            )}
            <Button
              type="submit"
              disabled={!isReady}
              loading={start.isPending}
              aria-describedby={lack && !held ? lackId : undefined}
            >
              {t('starting.send')}
            </Button>
          </Group>
        </div>
      </form>
      {isChoosing && (
        <Suspense>
          <TemplatePicker
            channelId={channelId}
            asked={begunTemplate}
            to={{ contact: contactOf(to?.known ?? to), agentName: me.user.displayName }}
            uploadPath={null}
            submit={t('starting.takeTemplate')}
            onChosen={(chosenTemplate) => change({ template: { channelId, template: chosenTemplate } })}
            onClose={() => setChoosing(false)}
          />
        </Suspense>
      )}
    </>
  );
}

/** What of somebody fills the variables of a template. */
function contactOf(person: { name?: string; phone: string | null; email: string | null } | null | undefined) {
  return { name: person?.name ?? '', phone: person?.phone ?? null, email: person?.email ?? null };
}

/** An e-mail to whom one writes, and to nobody else. */
function mailOf(to: Addressee, subject: string, text: string): NonNullable<StartRequest['content']['email']> {
  const { name, email } = to.known ?? to;
  const address = email ?? '';
  return { subject, to: [name ? { address, name } : { address }], text };
}

type Translate = ReturnType<typeof useTranslation>['t'];

function reasonOf(reach: NonNullable<ChannelChoice['reach']>, t: Translate): string {
  return reach === 'blocked' ? t('panel.blocked') : t(`panel.${reach}`);
}

function labelOf({ channel, reach }: ChannelChoice, t: Translate): string {
  const name = `${channel.name} · ${t(`platform.${channel.platform}`)}`;
  return reach === null || reach === 'reachable' ? name : `${name} · ${reasonOf(reach, t)}`;
}

function NoChannel({ mayConnect }: { mayConnect: boolean }) {
  const { t } = useTranslation();
  return (
    <Text role="status">
      {t('starting.noChannel')}{' '}
      {mayConnect && (
        <Anchor component={Link} to="/settings/channels">
          {t('starting.connect')}
        </Anchor>
      )}
    </Text>
  );
}
