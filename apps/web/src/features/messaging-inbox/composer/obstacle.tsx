import { Button } from '@mantine/core';
import type { Chat } from '@parley/contracts/api/conversations';
import { dayKey, useFormats } from '../../../lib/format';
import { useTranslation } from '../../../lib/translation';
import { useAssign, useUnarchive } from '../api/commands';
import { useContactActions } from '../panel/use-contact-actions';
import { useViewer } from '../viewer';
import type { Unavailable } from './availability';
import { useOpenTemplateDialog } from './template-dialog-host';

interface ObstacleProps {
  chat: Chat;
  able: Unavailable;
  /** Called when the user presses a button after which they can write. */
  onOpening?: () => void;
}

/** Explains why the user cannot write. */
export function Reason({ able, chat: { contact } }: ObstacleProps): string {
  const { t } = useTranslation();
  const { time, full } = useFormats();
  switch (able.state) {
    case 'blocked':
      return t('composer.closed.blocked', { name: contact.name });
    case 'archived':
      return t('composer.closed.archived');
    case 'disconnected':
      return t('composer.closed.disconnected');
    case 'unassigned':
      return t('composer.closed.unassigned');
    case 'window-closed': {
      if (able.closedAt === null) return t('composer.closed.neverOpen', { name: contact.name });
      const at = new Date(able.closedAt).toISOString();
      const isToday = dayKey(at) === dayKey(new Date().toISOString());
      return t('composer.closed.window', { hours: able.hours, time: isToday ? time(at) : full(at) });
    }
  }
}

/** Button that makes writing possible again; renders nothing if only other people can help. */
export function Remedy({ chat, able, onOpening }: ObstacleProps) {
  const { t } = useTranslation();
  const { userId } = useViewer();
  const unarchive = useUnarchive();
  const assign = useAssign();
  const { unblock } = useContactActions(chat);
  const then = (act: () => void) => () => {
    onOpening?.();
    act();
  };
  switch (able.state) {
    case 'blocked':
      return (
        unblock && (
          <Button size="compact-sm" variant="light" onClick={then(unblock)}>
            {t('help.command.unblock')}
          </Button>
        )
      );
    case 'archived':
      return (
        <Button size="compact-sm" variant="light" onClick={then(() => unarchive.mutate(chat))}>
          {t('thread.unarchive')}
        </Button>
      );
    case 'unassigned':
      return (
        <Button
          size="compact-sm"
          variant="light"
          onClick={then(() => assign.mutate({ chat, to: { userId, teamId: chat.assignedTeamId } }))}
        >
          {t('assign.toMe')}
        </Button>
      );
    case 'window-closed':
      return able.hasTemplates ? <SendTemplate /> : null;
    case 'disconnected':
      return null;
  }
}

function SendTemplate() {
  const { t } = useTranslation();
  return (
    <Button size="compact-sm" variant="light" onClick={useOpenTemplateDialog()}>
      {t('composer.sendTemplate')}
    </Button>
  );
}
