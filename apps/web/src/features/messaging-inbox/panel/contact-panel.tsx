import { ActionIcon, Badge, CopyButton, Tooltip } from '@mantine/core';
import { IconBan, IconCheck, IconCopy, IconStarFilled } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Chat } from '@parley/contracts/api/conversations';
import { PersonAvatar } from '@parley/ui/person-avatar';
import { PlatformIcon } from '@parley/ui/platform-icon';
import { useChannelsById } from '../../../lib/directory';
import { useFormats } from '../../../lib/format';
import { ContactLabels, type Labelling } from './contact-labels';
import classes from './contact-panel.module.css';

/** Who one talks to. */
export function ContactPanel({ chat, ...labelling }: { chat: Chat } & Labelling) {
  const { t } = useTranslation();
  const formats = useFormats();
  const { contact } = chat;
  const channel = useChannelsById().get(chat.channelId);
  return (
    <div className={classes.panel}>
      <header className={classes.header}>
        <PersonAvatar name={contact.name} size={44} />
        <h2 className={classes.name}>{contact.name}</h2>
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
      <h3 className={classes.heading}>{t('panel.details')}</h3>
      <dl className={classes.details}>
        <Detail label={t('panel.phone')} value={contact.phone} canCopy />
        <Detail label={t('panel.email')} value={contact.email} canCopy />
        <Detail
          label={t('panel.channel')}
          value={channel?.name ?? t(`platform.${chat.platform}`)}
          icon={<PlatformIcon platform={chat.platform} size={14} label={t(`platform.${chat.platform}`)} />}
        />
        <Detail label={t('panel.firstSeen')} value={formats.full(chat.createdAt)} />
      </dl>
    </div>
  );
}

interface DetailProps {
  label: string;
  value: string | null;
  icon?: React.ReactNode;
  canCopy?: boolean;
}

function Detail({ label, value, icon, canCopy = false }: DetailProps) {
  const { t } = useTranslation();
  return (
    <div className={classes.detail}>
      <dt>{label}</dt>
      <dd>
        {icon}
        <span className={classes.value} data-empty={value === null || undefined}>
          {value ?? t('panel.notKnown')}
        </span>
        {canCopy && value !== null && (
          <CopyButton value={value}>
            {({ copied, copy }) => (
              <Tooltip label={t(copied ? 'common.copied' : 'common.copy')}>
                <ActionIcon size="sm" aria-label={t('panel.copy', { label })} onClick={copy}>
                  {copied ? <IconCheck size={14} /> : <IconCopy size={14} />}
                </ActionIcon>
              </Tooltip>
            )}
          </CopyButton>
        )}
      </dd>
    </div>
  );
}
