import { useEffect, useEffectEvent } from 'react';
import { Button, Skeleton } from '@mantine/core';
import { IconPhoto } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { Chat } from '@parley/contracts/api/conversations';
import { errorText } from '../../../lib/i18n';
import { useOutage } from '../../../lib/live';
import { can, useMe } from '../../../lib/me';
import { codeOf } from '../../../lib/problem';
import { useTranslation } from '../../../lib/translation';
import { othersQuery, useContact } from '../api/contact';
import { messaging } from '../messaging';
import { ContactChannels } from './contact-channels';
import { ContactComments } from './contact-comments';
import { ContactDetails } from './contact-details';
import { ContactMetadata } from './contact-metadata';
import classes from './contact-panel.module.css';
import { OtherConversations } from './other-conversations';
import { ContactSection } from './contact-section';

/** Sections of the contact panel with all data about the contact of a conversation. */
export default function ContactSections({ chat }: { chat: Chat }) {
  const { t } = useTranslation();
  const { ability } = useMe();
  const query = useContact(chat);
  const { data: others = [] } = useQuery(othersQuery(chat.id));
  const { data: contact, isLoadingError, refetch } = query;
  const isAway = useOutage() !== null;
  const comeBack = useEffectEvent(() => isLoadingError && void refetch());
  useEffect(() => {
    if (!isAway) comeBack();
  }, [isAway]);
  // Without a connection, no error is shown here: the connection bar already shows the reason.
  if (isLoadingError && !isAway) {
    return (
      <div className={classes.failed} role="alert">
        <p>{errorText(codeOf(query.error))}</p>
        <Button variant="default" size="compact-sm" onClick={() => void refetch()}>
          {t('common.retry')}
        </Button>
      </div>
    );
  }
  if (!contact) return <Waiting />;
  const canEdit = can(ability, 'update', 'contacts');
  return (
    <>
      <ContactSection name="details" title={t('panel.details')}>
        <ContactDetails contact={contact} canEdit={canEdit} />
      </ContactSection>
      {(canEdit || contact.metadata.length > 0) && (
        <ContactSection name="metadata" title={t('panel.metadata')} count={contact.metadata.length}>
          <ContactMetadata contact={contact} canEdit={canEdit} />
        </ContactSection>
      )}
      <ContactSection name="channels" title={t('panel.channels')}>
        <ContactChannels contact={contact} chats={[chat, ...others]} />
      </ContactSection>
      <ContactSection name="comments" title={t('panel.comments')} count={contact.internalComments.length}>
        <ContactComments contact={contact} />
      </ContactSection>
      <Button
        variant="subtle"
        size="compact-sm"
        className={classes.gallery}
        leftSection={<IconPhoto size={16} />}
        onClick={() => messaging.of(chat.id).viewing.set({ shows: 'gallery' })}
      >
        {t('viewer.gallery')}
      </Button>
      <ContactSection name="others" title={t('panel.others')} count={others.length}>
        <OtherConversations chats={others} />
      </ContactSection>
    </>
  );
}

export function Waiting() {
  const { t } = useTranslation();
  return (
    <div className={classes.waiting} role="status" aria-label={t('common.loading')}>
      {['64%', '80%', '52%', '72%'].map((width) => (
        <Skeleton key={width} height={12} width={width} radius={6} mb={14} />
      ))}
    </div>
  );
}
