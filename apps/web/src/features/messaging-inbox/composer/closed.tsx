import { lazy, Suspense, useState } from 'react';
import { Button } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Chat } from '@parley/contracts/api/conversations';
import { dayKey, useFormats } from '../../../lib/format';
import { useContactActions } from '../panel/use-contact-actions';
import type { ThreadActions } from '../thread/use-thread-actions';
import type { Availability } from './availability';
import classes from './composer.module.css';

const TemplateDialog = lazy(() => import('./template-dialog'));

type Unavailable = Exclude<Availability, { state: 'open' }>;

interface ClosedProps extends ThreadActions {
  chat: Chat;
  able: Unavailable;
}

/** One sentence on why one cannot write, and one action that helps. */
export function Closed({ chat, able, assignToMe, unarchive }: ClosedProps) {
  const { t } = useTranslation();
  const [isTemplateOpen, setTemplateOpen] = useState(false);
  const sentence = useSentence(able, chat);
  return (
    <div className={classes.closed} role="status">
      <IconLock size={16} stroke={1.6} aria-hidden />
      <span className={classes.sentence}>{sentence}</span>
      {able.state === 'unassigned' && (
        <Button size="compact-sm" variant="light" onClick={assignToMe}>
          {t('assign.toMe')}
        </Button>
      )}
      {able.state === 'blocked' && <Unblock chat={chat} />}
      {able.state === 'archived' && (
        <Button size="compact-sm" variant="light" onClick={unarchive}>
          {t('thread.unarchive')}
        </Button>
      )}
      {able.state === 'window-closed' && able.hasTemplates && (
        <Button size="compact-sm" variant="light" onClick={() => setTemplateOpen(true)}>
          {t('composer.sendTemplate')}
        </Button>
      )}
      {isTemplateOpen && (
        <Suspense>
          <TemplateDialog chat={chat} onClose={() => setTemplateOpen(false)} />
        </Suspense>
      )}
    </div>
  );
}

function Unblock({ chat }: { chat: Chat }) {
  const { t } = useTranslation();
  const { unblock } = useContactActions(chat);
  return (
    <Button size="compact-sm" variant="light" onClick={unblock}>
      {t('help.command.unblock')}
    </Button>
  );
}

function useSentence(able: Unavailable, { contact }: Chat): string {
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
