import { memo } from 'react';
import {
  IconAlertCircle,
  IconClock,
  IconFlag3Filled,
  IconSquare,
  IconSquareCheckFilled,
  IconStarFilled,
  IconTarget,
  IconZzz,
} from '@tabler/icons-react';
import type { ChatSort } from '@parley/contracts/api/chat-filters';
import type { Chat, ChatList } from '@parley/contracts/api/conversations';
import { PersonAvatar } from '@parley/ui/person-avatar';
import { PlatformIcon } from '@parley/ui/platform-icon';
import { StatusTick } from '@parley/ui/status-tick';
import { wordsOfDraft } from '../../../conversation/composer/draft-words';
import { ColleaguesInRow } from '../../../conversation/live/colleagues';
import { useCell } from '../../../lib/cell';
import { useNow } from '../../../lib/clock';
import { useChannelsById, useTeamsById, useUsersById } from '../../../lib/directory';
import { ageOf, useFormats } from '../../../lib/format';
import { useTranslation } from '../../../lib/translation';
import { careWindow, closingTime } from '@parley/contracts/rules/care-window';
import { timeLeft } from '../composer/time-left';
import { TagDots } from '../marks/mark-dots';
import { messaging } from '../messaging';
import { pictureOf } from '../picture-of';
import classes from './conversation-row.module.css';
import { useIsSelected } from './selection';
import { useLongPress } from './use-long-press';
import { usePreview } from './use-preview';

interface ConversationRowProps {
  id: string;
  chat: Chat;
  list: ChatList;
  sortBy: ChatSort;
  isDimmed: boolean;
  isOpen: boolean;
  isFocusable: boolean;
  isCompact: boolean;
  place: number;
  places: number;
  /** Height of the row in px. */
  height: number;
  /** Distance in px from the top of the list. */
  top: number;
  onFocus: (chatId: string) => void;
  onToggle: (chat: Chat) => void;
  onOpen: (chat: Chat, inNewTab: boolean) => void;
}

/**
 * A conversation in a list: the contact, the last message and the most urgent information. Does not read the URL, so
 * that it renders only when its own data changes.
 */
export const ConversationRow = memo(function ConversationRow(props: ConversationRowProps) {
  const { chat, isDimmed, isOpen, isFocusable, isCompact } = props;
  const { t } = useTranslation();
  const isUnread = chat.unreadMessages > 0;
  const { isOn: isSelecting, isSelected } = useIsSelected(chat.id);
  const press = useLongPress(() => props.onToggle(chat));
  return (
    <div
      id={props.id}
      role="option"
      aria-selected={isSelecting ? isSelected : isOpen}
      aria-setsize={props.places}
      aria-posinset={props.place}
      tabIndex={isFocusable ? 0 : -1}
      className={classes.row}
      style={{ height: props.height, transform: `translateY(${props.top}px)` }}
      data-selected={isSelected || undefined}
      data-selecting={isSelecting || undefined}
      data-open={isOpen || undefined}
      data-unread={isUnread || undefined}
      data-dimmed={isDimmed || undefined}
      data-compact={isCompact || undefined}
      data-chat={chat.id}
      onFocus={() => props.onFocus(chat.id)}
      {...press.handlers}
      onClick={(event) => {
        if (press.wasLong()) return;
        if (isSelecting) return props.onToggle(chat);
        props.onOpen(chat, event.metaKey || event.ctrlKey);
      }}
    >
      <span className={classes.who}>
        <PersonAvatar
          name={chat.contact.name}
          size={28}
          src={pictureOf(chat)}
          badge={<PlatformIcon platform={chat.platform} size={12} />}
        />
        <span
          className={classes.pick}
          aria-hidden
          onClick={(event) => {
            event.stopPropagation();
            props.onToggle(chat);
          }}
        >
          {isSelected ? <IconSquareCheckFilled size={20} /> : <IconSquare size={20} stroke={1.5} />}
        </span>
      </span>
      <div className={classes.text}>
        <div className={classes.line}>
          <span className={classes.name}>{chat.contact.name}</span>
          {chat.contact.isHighPriority && (
            <IconStarFilled size={12} className={classes.vip} role="img" aria-label={t('row.vip')} />
          )}
          <ColleaguesInRow present={messaging.present} id={chat.id} other={chat.contact} />
          <Age iso={chat.lastEntryTime} />
        </div>
        <div className={classes.line}>
          <Preview chat={chat} />
          {isUnread && (
            <span className={classes.unread} aria-label={t('row.unread', { count: chat.unreadMessages })}>
              {chat.unreadMessages > 99 ? '99+' : chat.unreadMessages}
            </span>
          )}
        </div>
        {!isCompact && <Third chat={chat} list={props.list} sortBy={props.sortBy} />}
      </div>
    </div>
  );
});

function Age({ iso }: { iso: string }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const { unit, value } = ageOf(iso, useNow());
  return (
    <time className={classes.age} dateTime={iso} title={formats.full(iso)}>
      {unit === 'date' ? formats.shortDay(iso) : t(`age.${unit}`, { value })}
    </time>
  );
}

function Preview({ chat: { id, lastEntry, subject } }: { chat: Chat }) {
  const { t } = useTranslation();
  const { drafts } = messaging.of(id);
  const reply = useCell(drafts.reply.text);
  const note = useCell(drafts.note.text);
  const preview = usePreview(lastEntry);
  const begun = reply.trim()
    ? { name: t('row.draft'), text: wordsOfDraft(reply) }
    : { name: t('row.noteBegun'), text: note };
  if (reply.trim() || note.trim()) {
    return (
      <span className={classes.preview}>
        <span className={classes.draft}>{begun.name}</span> {begun.text}
      </span>
    );
  }
  return (
    <span className={classes.preview}>
      {subject && <b>{subject} </b>}
      {preview}
    </span>
  );
}

type ThirdProps = Pick<ConversationRowProps, 'chat' | 'list' | 'sortBy'>;

function Third({ chat, ...shownIn }: ThirdProps) {
  const channel = useChannelsById().get(chat.channelId);
  const assignee = useUsersById().get(chat.assignedUserId ?? '');
  const team = useTeamsById().get(chat.assignedTeamId ?? '');
  const { t } = useTranslation();
  return (
    <div className={classes.line} data-dim>
      <span className={classes.channel}>
        {channel?.highPriority && (
          <IconFlag3Filled
            size={12}
            className={classes.priority}
            role="img"
            aria-label={t('row.highPriority')}
          />
        )}
        {channel?.name}
        {team && (
          <>
            <span className={classes.dot} style={{ background: team.colour }} aria-hidden />
            {team.name}
          </>
        )}
      </span>
      <TagDots tagIds={chat.tagIds} />
      {assignee && (
        <span
          data-tip={assignee.displayName}
          role="img"
          aria-label={assignee.displayName}
          className={classes.assignee}
        >
          <PersonAvatar name={assignee.displayName} size={18} />
        </span>
      )}
      <Urgency chat={chat} {...shownIn} hours={channel?.customerCareWindowLength ?? 0} />
    </div>
  );
}

/**
 * Shows the first of these that applies: a failed send, the end of the care window, the waiting time, or the status
 * of the last message.
 */
function Urgency({ chat, list, sortBy, hours }: ThirdProps & { hours: number }) {
  const { t } = useTranslation();
  const now = useNow(closingTime(chat.lastInboundMessageTime, hours));
  const last = chat.lastEntry;
  const hasFailed = last?.direction === 'out' && (last.status === 'declined' || last.status === 'unknown');
  if (hasFailed || (list === 'failed' && chat.hasFailedSend)) {
    return (
      <span className={classes.failed}>
        <IconAlertCircle size={13} aria-hidden /> {t('row.failed')}
      </span>
    );
  }
  if (chat.snoozed) return <Snoozed until={chat.snoozed.until} />;
  const window = careWindow(chat.lastInboundMessageTime, hours, now);
  if (chat.status === 'open' && window.state === 'open' && window.urgency !== 'calm') {
    const time = timeLeft(window.remainingMs, t);
    return (
      <span
        className={classes.window}
        data-now={window.urgency === 'now' || undefined}
        title={t('row.windowCloses', { time })}
      >
        <IconClock size={13} aria-hidden /> {time}
      </span>
    );
  }
  if (chat.sla) return <Target sla={chat.sla} />;
  const isByWait = sortBy === 'longestWaiting' || sortBy === 'shortestWaiting';
  if (isByWait && chat.waitingSince) return <Wait iso={chat.waitingSince} />;
  return last?.direction === 'out' ? (
    <StatusTick status={last.status} label={t(`status.${last.status}`)} />
  ) : null;
}

function Snoozed({ until }: { until: string | null }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const time = until === null ? null : formats.full(until);
  const title = time === null ? t('snooze.untilMessage') : t('snooze.until', { time });
  return (
    <span className={classes.wait} title={title}>
      <IconZzz size={13} role="img" aria-label={title} />
      {until !== null && formats.shortDay(until)}
    </span>
  );
}

/** Shows the time left until the next SLA target, or that the target was missed. */
function Target({ sla: { clock, dueAt, stage } }: { sla: NonNullable<Chat['sla']> }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const left = Date.parse(dueAt) - useNow(Date.parse(dueAt));
  const text = stage === 'breached' || left <= 0 ? t('sla.stage.breached') : timeLeft(left, t);
  return (
    <span
      className={stage === 'running' ? classes.wait : classes.window}
      data-now={stage === 'breached' || undefined}
      title={t('sla.due', { target: t(`sla.clock.${clock}`), time: formats.full(dueAt) })}
    >
      <IconTarget size={13} aria-hidden /> {text}
    </span>
  );
}

function Wait({ iso }: { iso: string }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const { unit, value } = ageOf(iso, useNow());
  return (
    <span className={classes.wait} title={t('row.waitingSince', { time: formats.full(iso) })}>
      <IconClock size={13} aria-hidden />
      {unit === 'date' ? formats.shortDay(iso) : t(`age.${unit}`, { value })}
    </span>
  );
}
