import { Suspense, type ComponentType } from 'react';
import { Badge } from '@mantine/core';
import { IconBan, IconStarFilled } from '@tabler/icons-react';
import type { Chat } from '@parley/contracts/api/conversations';
import { PersonAvatar } from '@parley/ui/person-avatar';
import { ContactLabels, type Labelling } from './contact-labels';
import { ContactMenu } from './contact-menu';
import { useTranslation } from '../../../lib/translation';
import { messaging } from '../messaging';
import { pictureOf } from '../picture-of';
import classes from './contact-panel.module.css';
import { CopyValue } from './copy-value';
import { lazyPart } from '../../../lib/lazy-part';

const ContactSections = lazyPart(() => import('./contact-sections'));

/**
 * Other features' additions to this panel: each is a `contact-panel-addition.tsx` in the feature's folder. They stay
 * mounted when the panel shows another contact.
 */
const additions = Object.values(
  import.meta.glob<{ default: ComponentType<ContactPanelAdditionProps> }>(
    '../../*/contact-panel-addition.tsx',
  ),
).map((load) => lazyPart(load, { shape: 'none' }));

export interface ContactPanelAdditionProps {
  chat: Chat;
  /**
   * Appends a text to the draft of a reply.
   * @returns a function that removes the text again, unless the draft was changed since
   */
  insert: (chatId: string, text: string) => () => void;
}

function insertInto(chatId: string, text: string): () => void {
  const { reply } = messaging.of(chatId).drafts;
  const before = reply.text.get();
  const after = before.trim() === '' ? text : `${before.trimEnd()}\n${text}`;
  reply.type(after);
  return () => {
    if (reply.text.get() === after) reply.type(before);
  };
}

/** Panel with the contact of the open conversation. */
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
      <Suspense fallback={null}>
        {additions.map((Addition, index) => (
          <Addition key={index} chat={chat} insert={insertInto} />
        ))}
      </Suspense>
    </div>
  );
}
