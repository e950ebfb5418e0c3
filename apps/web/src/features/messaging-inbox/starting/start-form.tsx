import { Suspense, useId, useState, type ClipboardEvent, type DragEvent } from 'react';
import { Anchor, Button, Checkbox, Group, NativeSelect, Skeleton, Text, Textarea } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from 'react-router-dom';
import { sends } from '@parley/contracts/channels/offers';
import type { ChannelResponse } from '@parley/contracts/api/channels';
import type { StartRequest } from '@parley/contracts/api/starting.requests';
import { assetLimit } from '@parley/contracts/rules/asset-limit';
import { MAX_EMAIL_SIZE, sizeInEmail } from '@parley/contracts/rules/email-rules';
import { MAX_ATTACHMENTS } from '@parley/contracts/rules/most-attachments';
import { isTooLong, measureText } from '@parley/contracts/rules/text-limit';
import { AttachButton } from '../../../conversation/composer/composer-tools';
import { FailedUploads, UploadChips } from '../../../conversation/composer/upload-chips';
import { Uploads } from '../../../conversation/composer/uploads';
import { useCell } from '../../../lib/cell';
import { useNow } from '../../../lib/clock';
import { channelsQuery, useUsersById } from '../../../lib/directory';
import { errorText } from '../../../lib/i18n';
import { newId } from '../../../lib/id';
import { readLocal, writeLocal } from '../../../lib/local-storage';
import { can, useMe } from '../../../lib/me';
import { codeOf, problemOf } from '../../../lib/problem';
import { toastMessage } from '../../../lib/toast';
import { useTranslation } from '../../../lib/translation';
import { useStable } from '../../../lib/use-stable';
import { TemplatePicker } from '../templates/lazy-template-picker';
import type { AskedTemplate } from '../templates/template-picker';
import { isWrong } from '../email/typed-people';
import { useSignature } from '../email/use-signature';
import { messaging } from '../messaging';
import type { LeftForm } from './left-forms';
import { RecipientField } from './recipient-field';
import { beginning } from './beginning';
import classes from './start-form.module.css';
import {
  choicesOf,
  chosenOf,
  contactOf,
  emailOf,
  heldByColleague,
  isUsable,
  lackOf,
  nameOf,
  templateUse,
  type ChannelChoice,
} from './start-values';
import { uploadPath, useStart } from './starts';
import { lazyPart } from '../../../lib/lazy-part';

const FirstMail = lazyPart(() => import('./first-mail'), { texts: 'inbox-email' });
const MB = 1024 * 1024;
/** Content type used for a file whose type the browser does not know. */
const unknownType = 'application/octet-stream';
const storageKey = 'parley.start.channel';

const none: ChannelResponse[] = [];

const empty: Omit<LeftForm, 'uploads'> = {
  ...{ to: null, channelId: null, from: null, userId: null, template: null },
  ...{ cc: [], bcc: [], subject: '', html: null, text: '', isSigned: true },
};

interface StartFormProps {
  begun?: Partial<LeftForm>;
  /** Ids of the channels to offer if a link's channel name matches several; undefined offers all. */
  among?: string[];
  /** A template, with its known values, that the user completes first. */
  begunTemplate?: AskedTemplate;
  /** Called with the new values after each change by the user. */
  onChange?: (form: LeftForm) => void;
  onCancel?: () => void;
  /** Called with the conversation's id once the server has begun the conversation and accepted the message. */
  onStarted: (chatId: string, inbox: 'email' | undefined) => void;
}

/** Form for recipient, channel and message. Nothing is sent until the user presses the button. */
export function StartForm({ begun, among, begunTemplate, onChange, onCancel, onStarted }: StartFormProps) {
  const { t } = useTranslation();
  const me = useMe();
  const now = useNow();
  const navigate = useNavigate();
  const usersById = useUsersById();
  const start = useStart();
  const lackId = useId();
  const [form, setForm] = useState<LeftForm>(() => ({
    ...empty,
    uploads: new Uploads(uploadPath),
    ...begun,
  }));
  const { to, from, text, template: taken, uploads } = form;
  const files = useCell(uploads.items);
  const [isChoosing, setChoosing] = useState(begunTemplate !== undefined);
  const [linkedUserId] = useState(begun?.userId ?? null);
  // Idempotency key of the message. The key changes with each edit, so that a double press sends one message and a changed
  // message is a new one.
  const [key, setKey] = useState(newId);
  const change = (changes: Partial<LeftForm>) => {
    const changed = { ...form, ...changes };
    setForm(changed);
    onChange?.(changed);
    setKey(newId());
    start.reset();
  };
  const attachedIds = files.flatMap(({ asset }) => asset?.id ?? []);
  const [keyedFor, setKeyedFor] = useState('');
  if (keyedFor !== attachedIds.join()) {
    setKeyedFor(attachedIds.join());
    setKey(newId());
  }
  const [isDropping, setDropping] = useState(false);
  const attach = useStable((channel: ChannelResponse, added: File[]) => {
    const left = uploads.add(added, (type) => assetLimit(channel, type));
    if (left > 0) toastMessage(t('composer.tooManyFiles', { count: MAX_ATTACHMENTS }), 'yellow');
    onChange?.(form);
  });
  const { data: channels } = useQuery(channelsQuery);
  const lastChannelId = readLocal(storageKey);
  const choices = choicesOf(channels ?? none, to, { lastChannelId, now }).filter(
    ({ channel }) => !among || among.includes(channel.id),
  );
  const chosen = chosenOf(choices, form.channelId);
  const isMail = chosen?.channel.platform === 'email';
  const signature = useSignature(isMail ? chosen.channel.id : null);
  if (!channels) return null;
  if (!chosen) return <NoChannel mayConnect={can(me.ability, 'update', 'channels')} />;
  const channelId = chosen.channel.id;
  const { identities } = chosen.channel;
  const sender = identities.find(({ id, accountId }) => from === id || from === accountId) ?? identities[0];
  // The chosen template applies only to its own channel.
  const template = taken?.channelId === channelId ? taken.template : null;
  const uses = templateUse(chosen);
  const isTemplate = uses === 'only' || (template !== null && uses !== 'none');
  const toUserId = form.userId;
  const refusedFor = problemOf(start.error)?.conversation ?? null;
  const held = refusedFor
    ? { ...refusedFor, bars: true }
    : heldByColleague(to, chosen.channel, { userId: me.user.id, toUserId });
  const isBarred = held?.bars ?? false;
  const mayAttach = sends(chosen.channel, 'document') || sends(chosen.channel, 'image');
  const hasFiles = files.length > 0;
  const lack = lackOf({ to, channel: chosen, isTemplate, hasTemplate: template !== null, hasFiles, text });
  // Files may have been attached when a channel with higher limits was chosen, so their sizes are checked again.
  const tooLarge = files.find(({ file }) => file.size > assetLimit(chosen.channel, file.type || unknownType));
  const size = sizeInEmail(files.reduce((sum, { file }) => sum + file.size, 0));
  const isMailTooLarge = isMail && size > MAX_EMAIL_SIZE;
  const isMailReady =
    !isMailTooLarge && !signature.isPending && ![...form.cc, ...form.bcc].some((each) => isWrong(each));
  const areFilesReady = attachedIds.length === files.length && !tooLarge;
  const isReady =
    lack === null &&
    isUsable(chosen) &&
    !isBarred &&
    (!isMail || isMailReady) &&
    (isTemplate || (areFilesReady && !isTooLong(chosen.channel, text.trim())));
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
          : {
              ...(isMail
                ? { email: emailOf(to, form, { signature: signature.html, files: attachedIds }) }
                : text.trim() !== '' && { text: text.trim() }),
              ...(attachedIds.length > 0 && { attachments: attachedIds }),
            },
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
  const takesFiles = mayAttach && !isTemplate;
  const onPaste = (event: ClipboardEvent) => {
    const pasted = [...event.clipboardData.files];
    // The e-mail editor handles what is pasted into its text.
    if (pasted.length === 0 || !takesFiles || event.defaultPrevented) return;
    event.preventDefault();
    attach(chosen.channel, pasted);
  };
  const onDrop = (event: DragEvent) => {
    const isTaken = event.defaultPrevented;
    event.preventDefault();
    setDropping(false);
    if (takesFiles && !isTaken) attach(chosen.channel, [...event.dataTransfer.files]);
  };
  const openHeld = (id: string) => {
    if (isMail) {
      // An e-mail's subject and formatting do not fit a text draft, so the form keeps the e-mail for later.
      beginning.set(null);
    } else {
      // The text becomes the draft of the existing conversation.
      if (!isTemplate && text.trim() !== '') messaging.of(id).putBack(text.trim(), []);
      const own = files.flatMap(({ file }) => (file instanceof File ? file : []));
      messaging.of(id).uploads.add(own, (type) => assetLimit(chosen.channel, type));
      onCancel?.();
    }
    void navigate(`/${isMail ? 'email' : 'messaging'}-inbox/${id}`);
  };
  return (
    <>
      <form
        className={classes.form}
        noValidate
        data-dropping={isDropping || undefined}
        onPaste={onPaste}
        onDragOver={(event) => {
          event.preventDefault();
          setDropping(takesFiles);
        }}
        onDragLeave={() => setDropping(false)}
        onDrop={onDrop}
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
        onKeyDown={(event) => {
          if (event.defaultPrevented || event.key !== 'Enter' || !(event.metaKey || event.ctrlKey)) return;
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
            {isMail ? (
              <Suspense fallback={<Skeleton height={220} />}>
                <FirstMail
                  to={to}
                  mail={form}
                  signature={signature.html}
                  uploads={uploads}
                  onChange={change}
                  onFiles={(added) => attach(chosen.channel, added)}
                  onSubmit={submit}
                />
              </Suspense>
            ) : (
              <Textarea
                label={t('starting.message')}
                autosize
                minRows={4}
                maxRows={10}
                value={text}
                onChange={(event) => change({ text: event.currentTarget.value, html: null })}
                error={over > 0 ? t('starting.tooLong', { count: over }) : null}
              />
            )}
            {isMail && over > 0 && (
              <Text size="sm" c="var(--red)" role="alert">
                {t('starting.tooLong', { count: over })}
              </Text>
            )}
            <UploadChips uploads={uploads} />
            <FailedUploads uploads={uploads} />
            {tooLarge && !tooLarge.code && (
              <Text size="sm" c="var(--red)" role="alert">
                {tooLarge.file.name}: {errorText('file_too_large')}
              </Text>
            )}
            {isMailTooLarge && (
              <Text size="sm" c="var(--red)" role="alert">
                {t('email.filesTooLarge', {
                  size: Math.ceil(size / MB),
                  limit: Math.floor(MAX_EMAIL_SIZE / MB),
                })}
              </Text>
            )}
            {!isMail && (mayAttach || uses === 'also') && (
              <Group gap="xs">
                {mayAttach && (
                  <AttachButton key={channelId} onFiles={(added) => attach(chosen.channel, added)} />
                )}
                {uses === 'also' && (
                  <Button variant="subtle" size="compact-sm" onClick={() => setChoosing(true)}>
                    {t('starting.useTemplate')}
                  </Button>
                )}
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
            {lack && !isBarred && (
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
              aria-describedby={lack && !isBarred ? lackId : undefined}
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
            to={{ contact: contactOf(to), agentName: me.user.displayName }}
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
