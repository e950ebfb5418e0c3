import { useContext, useEffect, useRef, useState } from 'react';
import { ActionIcon, Button, Loader, Menu, Modal, UnstyledButton } from '@mantine/core';
import {
  IconAlertTriangle,
  IconArrowBackUp,
  IconArrowBackUpDouble,
  IconArrowForwardUp,
  IconArrowsSplit2,
  IconCalendar,
  IconCode,
  IconDots,
  IconDownload,
  IconPaperclip,
  IconPhotoOff,
  IconPrinter,
  IconTypography,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { ChatEntry, EntryAsset } from '@parley/contracts/api/conversations';
import type { EmailEvent } from '@parley/contracts/events/message-content';
import { PersonAvatar } from '@parley/ui/person-avatar';
import { StatusTick } from '@parley/ui/status-tick';
import { undoable } from '../../../conversation/composer/undoable';
import { HeldNotice } from '../../../conversation/composer/held-notice';
import { isOptimistic } from '../../../conversation/composer/outbox';
import { ScheduledNotice } from '../../../conversation/composer/scheduled-notice';
import { useCommands } from '../../../conversation/keyboard/use-commands';
import { Asset } from '../../../conversation/thread/asset';
import { FormattedText } from '../../../conversation/thread/formatted-text';
import { ThreadEntries } from '../../../conversation/thread/thread-context';
import { isAutomatic, needsAttention } from '../../../conversation/thread/thread-items';
import { useAuthor } from '../../../conversation/thread/use-author';
import { Wrong } from '../../../conversation/thread/wrong';
import { useCell } from '../../../lib/cell';
import { useFormats } from '../../../lib/format';
import { useMe } from '../../../lib/me';
import { useTranslation } from '../../../lib/translation';
import { useGo } from '../address';
import { useMoveMail } from '../api/move-mail';
import { useOpenChat } from '../open-chat';
import { allowFrom, areAllowedFrom, bodyQuery, sourceQuery } from './bodies';
import { mailOf, mayHarm, shortOf, wordsOf } from './mail';
import { MailFrame } from './mail-frame';
import { Recipients } from './recipients';
import classes from './mail.module.css';
import { allOpen, answering, type Answer } from './answering';

interface MailCardProps {
  entry: ChatEntry;
  isJumpedTo: boolean;
}

/** An e-mail in its thread: the newest is expanded, older ones take one line each. */
export default function MailCard({ entry, isJumpedTo }: MailCardProps) {
  const { t } = useTranslation();
  const formats = useFormats();
  const author = useAuthor(entry);
  const loaded = useContext(ThreadEntries);
  const newest = loaded?.entries.findLast(({ type }) => type === 'email')?.id;
  const isNewest = isOptimistic(entry) || entry.id === newest;
  const [chosen, setOpen] = useState<boolean | null>(null);
  const isAllOpen = useCell(allOpen) === entry.chatId;
  const isOpen = chosen ?? (isNewest || isAllOpen || isJumpedTo || needsAttention(entry));
  const mail = mailOf(entry);
  const article = useRef<HTMLElement>(null);
  useEffect(() => {
    if (isJumpedTo) article.current?.focus({ preventScroll: true });
  }, [isJumpedTo]);
  const isOurs = entry.direction === 'out';
  const from = mail?.from ?? null;
  const name = isOurs || !from ? author : shortOf(from);
  const people = mail ? [...mail.to, ...mail.cc, ...mail.bcc] : [];
  const files = entry.assets.filter(({ part }) => part === undefined).length;
  return (
    <article
      ref={article}
      className={classes.card}
      data-entry={entry.id}
      data-ours={isOurs || undefined}
      data-open={isOpen || undefined}
      data-jumped-to={isJumpedTo || undefined}
      tabIndex={-1}
      aria-label={t('email.by', { name })}
    >
      <div className={classes.head}>
        <UnstyledButton className={classes.who} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          <PersonAvatar name={name} size={28} />
          <span className={classes.names}>
            <span className={classes.line}>
              <strong className={classes.name}>{name}</strong>
              {isOpen && from && from.address !== name && <span className={classes.dim}>{from.address}</span>}
              {isAutomatic(entry) && <span className={classes.dim}>{t('email.automatic')}</span>}
              {mail?.unproved && (
                <span className={classes.unproved}>
                  <IconAlertTriangle size={13} aria-hidden /> {t('email.unproved', { domain: mail.unproved })}
                </span>
              )}
            </span>
            {isOpen ? (
              people.length > 0 && (
                <span className={classes.to} title={people.map(wordsOf).join(', ')}>
                  {t('email.toPeople', { names: people.map(shortOf).join(', ') })}
                </span>
              )
            ) : (
              <span className={classes.snippet}>{entry.message}</span>
            )}
          </span>
        </UnstyledButton>
        {files > 0 && !isOpen && (
          <span className={classes.dim} role="img" aria-label={t('email.files', { count: files })}>
            <IconPaperclip size={14} />
          </span>
        )}
        <time className={classes.time} dateTime={entry.time} title={formats.full(entry.time)}>
          {formats.time(entry.time)}
        </time>
        {isOurs && <StatusTick status={entry.status} label={t(`status.${entry.status}`)} />}
      </div>
      {isOpen &&
        (entry.isDeleted || !mail ? (
          <em className={classes.body}>{t(entry.isDeleted ? 'thread.deleted' : 'thread.erased')}</em>
        ) : (
          <Opened entry={entry} isNewest={isNewest} subject={mail.subject} />
        ))}
      {needsAttention(entry) && !entry.isDeleted && <Wrong entry={entry} />}
      <Held entry={entry} />
    </article>
  );
}

function Opened({ entry, isNewest, subject }: { entry: ChatEntry; isNewest: boolean; subject: string }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const { chat } = useOpenChat();
  const mail = mailOf(entry);
  const sender = mail?.from?.address ?? '';
  const isSent = isOptimistic(entry);
  const [isShownOnce, showOnce] = useState(() => entry.direction === 'out' || areAllowedFrom(sender));
  const [isPlain, setPlain] = useState(false);
  const [isSource, setSource] = useState(false);
  const frame = useRef<HTMLIFrameElement>(null);
  const {
    data: body,
    isError,
    refetch,
  } = useQuery({ ...bodyQuery(entry.id, isShownOnce), enabled: !isSent });
  const answer = (how: Answer['how']) => answering.set({ chatId: chat.id, entry, how, at: Date.now() });
  const foldQuote = () => {
    for (const fold of frame.current?.contentDocument?.querySelectorAll('details') ?? [])
      fold.open = !fold.open;
  };
  const raw = entry.assets.find(({ part }) => part === 'raw');
  const loaded = useContext(ThreadEntries);
  const hasOthers = loaded?.entries.some(({ type, id }) => type === 'email' && id !== entry.id) ?? false;
  const go = useGo();
  const moveMail = useMoveMail();
  const moveToNew = () => {
    const place = { messageId: entry.id, from: chat.id, to: null };
    const done = moveMail.mutateAsync(place).then(({ id }) => id);
    const undo = () =>
      done.then((from) => {
        moveMail.mutate({ messageId: entry.id, from, to: chat.id });
        go({ chatId: chat.id });
      });
    void undoable(done, t('email.moved'), () => void undo());
  };
  const isBlocked = body !== undefined && body.pictures > 0 && !isShownOnce;
  useCommands(
    isNewest
      ? {
          replySender: () => answer('sender'),
          forward: () => answer('forward'),
          pictures: isBlocked ? () => showOnce(true) : undefined,
          quote: foldQuote,
          source: raw && (() => setSource(true)),
          openAll: () => allOpen.set(chat.id),
        }
      : {},
  );
  const text = isSent || isPlain ? entry.message : body?.html === null ? body.text : null;
  const attached = entry.assets.filter(
    ({ part, contentId }) =>
      part === undefined || (part === 'inline' && body && !body.inlined.includes(contentId ?? '')),
  );
  return (
    <div className={classes.body}>
      {(isNewest || subject !== chat.subject) && (
        <h3 className={classes.subject}>{subject || t('email.noSubject')}</h3>
      )}
      {mail?.dated && (
        <p className={classes.dim}>
          {t('email.dated', { dated: formats.full(mail.dated), received: formats.full(entry.time) })}
        </p>
      )}
      {mail?.event && <Invitation event={mail.event} />}
      {mail && entry.direction === 'out' && <Recipients mail={mail} status={entry.status} />}
      {isBlocked && (
        <div className={classes.bar}>
          <IconPhotoOff size={16} aria-hidden />
          <span>{t('email.blocked', { count: body.pictures })}</span>
          <Button variant="default" size="compact-sm" onClick={() => showOnce(true)}>
            {t('email.showOnce')}
          </Button>
          {sender && (
            <Button
              variant="subtle"
              size="compact-sm"
              onClick={() => {
                allowFrom(sender);
                showOnce(true);
              }}
            >
              {t('email.showAlways', { address: sender })}
            </Button>
          )}
        </div>
      )}
      {body?.whyText && <p className={classes.dim}>{t(`email.${body.whyText}`)}</p>}
      {isError && (
        <div className={classes.bar} role="alert">
          {t('email.failed')}
          <Button variant="default" size="compact-sm" onClick={() => void refetch()}>
            {t('common.retry')}
          </Button>
        </div>
      )}
      {text !== null ? (
        <div className={classes.text}>
          <FormattedText text={text} />
          {!isPlain && !isSent && body?.quotedText && <Quoted text={body.quotedText} />}
        </div>
      ) : body?.html != null ? (
        <MailFrame
          ref={frame}
          html={body.html}
          isDesigned={body.isDesigned}
          title={t('email.frame', { subject: subject || t('email.noSubject') })}
        />
      ) : (
        !isError && (
          <div className={classes.loading} role="status" aria-label={t('common.loading')}>
            <Loader size="xs" color="gray" />
          </div>
        )
      )}
      {attached.length > 0 && (
        <div className={classes.files}>
          {attached.map((asset) => (
            <Attachment key={asset.id} entryId={entry.id} asset={asset} />
          ))}
        </div>
      )}
      {!isSent && (
        <div className={classes.tools}>
          <Button
            variant="default"
            size="compact-sm"
            leftSection={<IconArrowBackUpDouble size={15} />}
            onClick={() => answer('all')}
          >
            {t('email.replyAll')}
          </Button>
          <Button
            variant="subtle"
            color="gray"
            size="compact-sm"
            leftSection={<IconArrowBackUp size={15} />}
            onClick={() => answer('sender')}
          >
            {t('email.replySender')}
          </Button>
          <Button
            variant="subtle"
            color="gray"
            size="compact-sm"
            leftSection={<IconArrowForwardUp size={15} />}
            onClick={() => answer('forward')}
          >
            {t('email.forward')}
          </Button>
          <Menu position="bottom-end">
            <Menu.Target>
              <ActionIcon variant="subtle" color="gray" aria-label={t('email.more')}>
                <IconDots size={16} />
              </ActionIcon>
            </Menu.Target>
            <Menu.Dropdown>
              {body?.html != null && (
                <Menu.Item leftSection={<IconTypography size={16} />} onClick={() => setPlain(!isPlain)}>
                  {t(isPlain ? 'email.asSent' : 'email.plainText')}
                </Menu.Item>
              )}
              {raw && (
                <Menu.Item leftSection={<IconCode size={16} />} onClick={() => setSource(true)}>
                  {t('email.source')}
                </Menu.Item>
              )}
              {body?.html != null && !isPlain && (
                <Menu.Item
                  leftSection={<IconPrinter size={16} />}
                  onClick={() => frame.current?.contentWindow?.print()}
                >
                  {t('email.print')}
                </Menu.Item>
              )}
              {hasOthers && (
                <Menu.Item leftSection={<IconArrowsSplit2 size={16} />} onClick={moveToNew}>
                  {t('email.moveToNew')}
                </Menu.Item>
              )}
              {raw && (
                <Menu.Item
                  component="a"
                  href={`/api/v3/assets/${entry.id}/${raw.id}`}
                  download
                  leftSection={<IconDownload size={16} />}
                >
                  {t('email.download')}
                </Menu.Item>
              )}
            </Menu.Dropdown>
          </Menu>
        </div>
      )}
      {isSource && <Source entryId={entry.id} onClose={() => setSource(false)} />}
    </div>
  );
}

function Quoted({ text }: { text: string }) {
  const { t } = useTranslation();
  return (
    <details className={classes.quoted}>
      <summary aria-label={t('email.quoted')}>•••</summary>
      <FormattedText text={text} />
    </details>
  );
}

/** An attached file. If opening it can do harm, the user must confirm before it is fetched. */
function Attachment({ entryId, asset }: { entryId: string; asset: EntryAsset }) {
  const { t } = useTranslation();
  const [isAccepted, accept] = useState(false);
  if (!mayHarm(asset.fileName) || isAccepted) return <Asset messageId={entryId} asset={asset} />;
  return (
    <div className={classes.harmful}>
      <IconAlertTriangle size={16} aria-hidden />
      <span>{t('email.mayHarm', { name: asset.fileName })}</span>
      <Button variant="default" size="compact-sm" onClick={() => accept(true)}>
        {t('email.downloadAnyway')}
      </Button>
    </div>
  );
}

function Invitation({ event }: { event: EmailEvent }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const when = (time: string) =>
    time.length === 10 ? formats.shortDay(`${time}T12:00:00`) : formats.full(time);
  return (
    <div className={classes.invitation}>
      <IconCalendar size={18} aria-hidden />
      <div>
        <strong>{event.title}</strong>
        {event.method === 'CANCEL' && <span className={classes.dim}> {t('email.cancelled')}</span>}
        <div>
          <time dateTime={event.start}>{when(event.start)}</time>
          {event.end && ` – ${when(event.end)}`}
        </div>
        {event.place && <div className={classes.dim}>{event.place}</div>}
        {event.organiser && <div className={classes.dim}>{event.organiser}</div>}
      </div>
    </div>
  );
}

function Source({ entryId, onClose }: { entryId: string; onClose: () => void }) {
  const { t } = useTranslation();
  const { data, isError } = useQuery(sourceQuery(entryId));
  return (
    <Modal opened onClose={onClose} title={t('email.source')} size="xl">
      {data ? (
        <pre className={classes.source} tabIndex={0}>
          {data.source}
          {data.isCut && `\n${t('email.cut')}`}
        </pre>
      ) : isError ? (
        <p role="alert">{t('email.failed')}</p>
      ) : (
        <Loader size="xs" color="gray" />
      )}
    </Modal>
  );
}

/** Lets the user undo their own e-mail until it is passed to the provider. */
function Held({ entry }: { entry: ChatEntry }) {
  const { id: userId } = useMe().user;
  if (entry.isScheduled && entry.heldUntil !== null) {
    return <ScheduledNotice entry={entry} until={entry.heldUntil} isOwn={entry.createdById === userId} />;
  }
  const mayBeHeld = isOptimistic(entry) ? entry.outgoing.state === 'accepted' : entry.heldUntil !== null;
  return mayBeHeld && entry.createdById === userId ? <HeldNotice entry={entry} /> : null;
}
