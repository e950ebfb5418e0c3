import { lazy, Suspense } from 'react';
import { Badge } from '@mantine/core';
import { IconBan, IconStarFilled } from '@tabler/icons-react';
import type { Chat } from '@parley/contracts/api/conversations';
import { PersonAvatar } from '@parley/ui/person-avatar';
import { ContactLabels, type Labelling } from './contact-labels';
import { ContactMenu } from './contact-menu';
import { loadPart } from '../../../lib/load-part';
import { useTranslation } from '../../../lib/translation';
import { pictureOf } from '../picture-of';
import classes from './contact-panel.module.css';
import { CopyValue } from './copy-value';

const ContactSections = lazy(() => loadPart(() => import('./contact-sections')));

/** Who one talks to. */
export function ContactPanel({ chat, ...labelling }: { chat: Chat } & Labelling) {
  const { t } = useTranslation();
  const { contact } = chat;
  return (
    <div className={classes.panel}>
      <header className={classes.header}>
        <div className={classes.headerTop}>
          <PersonAvatar name={contact.name} size={44} src={pictureOf(chat)} />
          <ContactMenu chat={chat} />
        </div>
        <h2 className={classes.name}>{contact.name}</h2>
        {contact.phone && (
          <span className={classes.phone}>
            {contact.phone}
            <CopyValue label={t('contactField.phone')} value={contact.phone} />
          </span>
        )}
        {(contact.isHighPriority || contact.isBlocked) && (
          <div className={classes.flags}>
            {contact.isHighPriority && (
              <Badge variant="default" leftSection={<IconStarFilled size={11} className={classes.vip} />}>
                {t('row.vip')}
              </Badge>
            )}
            {contact.isBlocked && (
              <Badge variant="default" leftSection={<IconBan size={12} className={classes.blocked} />}>
                {t('panel.blocked')}
              </Badge>
            )}
          </div>
        )}
      </header>
      <ContactLabels chat={chat} {...labelling} />
      <Suspense fallback={null}>
        <ContactSections key={contact.id} chat={chat} />
      </Suspense>
    </div>
  );
}
