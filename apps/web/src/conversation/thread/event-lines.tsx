import { useState } from 'react';
import { UnstyledButton } from '@mantine/core';
import { Link } from 'react-router-dom';
import type { ChatEntry } from '@parley/contracts/api/conversations';
import { useTagsById, useTeamsById, useUsersById } from '../../lib/directory';
import { useFormats } from '../../lib/format';
import { useMe } from '../../lib/me';
import { useTranslation } from '../../lib/translation';
import { runCommand } from '../keyboard/use-commands';
import classes from './event-lines.module.css';

/** Minimum number of consecutive events that fold into one line. */
const foldFrom = 3;

export function EventLines({ entries, jumpedTo }: { entries: ChatEntry[]; jumpedTo: string | null }) {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  const isFolded = entries.length >= foldFrom && !isOpen && !entries.some(({ id }) => id === jumpedTo);
  const [first] = entries;
  if (isFolded && first) {
    return (
      <div className={classes.lines} data-entry={first.id}>
        <UnstyledButton className={classes.fold} onClick={() => setOpen(true)}>
          {t('event.folded', { count: entries.length })}
        </UnstyledButton>
      </div>
    );
  }
  return (
    <div className={classes.lines}>
      {entries.map((entry) => (
        <EventLine key={entry.id} entry={entry} among={entries} />
      ))}
    </div>
  );
}

/** One event; expanding it shows the time and the reason. */
function EventLine({ entry, among }: { entry: ChatEntry; among: ChatEntry[] }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const text = useEventText(entry);
  const reason = useReason(entry, among);
  const [isOpen, setOpen] = useState(false);
  return (
    <div className={classes.line} data-entry={entry.id}>
      <UnstyledButton className={classes.fold} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        {text}{' '}
        <time dateTime={entry.time} title={formats.full(entry.time)}>
          {formats.time(entry.time)}
        </time>
      </UnstyledButton>
      {entry.event?.name === 'chat::moved' && (
        <Link className={classes.why} to={`/email-inbox/${entry.event.otherChatId}`}>
          {t('event.openOther')}
        </Link>
      )}
      {isOpen && (
        <div className={classes.reason}>
          {formats.full(entry.time)} · {reason}
          {isOfRules(entry) && (
            <UnstyledButton className={classes.why} onClick={() => runCommand('whyAssigned')}>
              {t('help.command.whyAssigned')}
            </UnstyledButton>
          )}
        </div>
      )}
    </div>
  );
}

/** Whether routing rules may have caused the event: the server can then explain it. */
function isOfRules({ event, createdById }: ChatEntry): boolean {
  return createdById === null && (event?.name === 'chat::assigned' || event?.name === 'chat::tagged');
}

/** The cause of an event as text: the user who caused it, or the automatic cause. */
function useReason({ event, createdById, time }: ChatEntry, among: ChatEntry[]): string {
  const { t } = useTranslation();
  const users = useUsersById();
  if (event?.name === 'chat::archived' && event.afterHours !== null) {
    return t('event.why.silent', { count: event.afterHours });
  }
  if (event?.name === 'chat::created' || (event?.name === 'chat::unarchived' && event.cause === 'message')) {
    return t('event.why.message');
  }
  const wasArchived = among.some((other) => other.event?.name === 'chat::archived' && other.time === time);
  if (event?.name === 'chat::unassigned' && wasArchived) return t('event.why.archived');
  if (createdById === null) return t('event.why.itself');
  return t('event.why.person', { name: users.get(createdById)?.displayName ?? t('event.somebody') });
}

function useEventText({ event, createdById }: ChatEntry): string {
  const { t } = useTranslation();
  const { id: me } = useMe().user;
  const users = useUsersById();
  const teams = useTeamsById();
  const tags = useTagsById();
  const formats = useFormats();
  const nameOf = (userId: string) =>
    userId === me ? t('event.you') : (users.get(userId)?.displayName ?? t('event.somebody'));
  const actor = createdById ? nameOf(createdById) : null;
  switch (event?.name) {
    case 'chat::created':
      return t('event.created');
    case 'chat::assigned': {
      const team = event.teamId ? (teams.get(event.teamId)?.name ?? t('event.aTeam')) : null;
      const user = event.userId ? nameOf(event.userId) : null;
      if (event.userId && event.userId === createdById) return t('event.taken', { actor: user });
      const to = [user, team].filter((name) => name !== null).join(' · ');
      return actor ? t('event.assigned', { actor, to }) : t('event.assignedByRule', { to });
    }
    case 'chat::unassigned':
      return actor ? t('event.unassigned', { actor }) : t('event.unassignedByRule');
    case 'chat::archived':
      if (event.afterHours !== null) return t('event.archivedAfter', { count: event.afterHours });
      return actor ? t('event.archived', { actor }) : t('event.archivedByRule');
    case 'chat::unarchived':
      if (event.cause === 'message') return t('event.reopenedByMessage');
      return t('event.unarchived', { actor: actor ?? t('event.somebody') });
    case 'chat::broadcast':
      return t('event.broadcast', { name: event.broadcast });
    case 'chat::sla':
      return t(`sla.told.${event.stage}`, { target: t(`sla.clock.${event.clock}`) });
    case 'chat::survey':
      return event.score === null
        ? t('rating.skipped', { reason: t(`rating.reason.${event.reason ?? 'no_question'}`) })
        : t('rating.rated', { score: event.score, stars: '★'.repeat(event.score) });
    case 'chat::snoozed': {
      const time = event.until === null ? null : formats.full(event.until);
      const who = actor ?? t('event.somebody');
      return time === null
        ? t('event.snoozed', { actor: who })
        : t('event.snoozedUntil', { actor: who, time });
    }
    case 'chat::woken':
      if (event.cause === 'user') return t('event.wokenBy', { actor: actor ?? t('event.somebody') });
      return t(event.cause === 'time' ? 'event.wokenByTime' : 'event.wokenByMessage');
    case 'chat::moved': {
      const way = event.way === 'away' ? 'Away' : 'Here';
      return t(`event.${event.what}${way}`, { actor: actor ?? t('event.somebody') });
    }
    case 'chat::tagged':
    case 'chat::untagged': {
      const tag = tags.get(event.tagId)?.name ?? event.tagName ?? t('event.aTag');
      const isOn = event.name === 'chat::tagged';
      if (!actor) return t(isOn ? 'event.taggedByRule' : 'event.untaggedByRule', { tag });
      return t(isOn ? 'event.tagged' : 'event.untagged', { tag, actor });
    }
    default:
      return '';
  }
}
