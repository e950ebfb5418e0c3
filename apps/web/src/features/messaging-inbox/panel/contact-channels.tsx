import { useQuery } from '@tanstack/react-query';
import type { ContactResponse } from '@parley/contracts/api/contacts';
import { startRefusal } from '@parley/contracts/events/contact-rules';
import { PlatformIcon } from '@parley/ui/platform-icon';
import { channelsQuery } from '../../../lib/directory';
import { useTranslation } from '../../../lib/translation';
import classes from './contact-panel.module.css';

/** Over which channels a contact can be written to, and why not over the others. */
export function ContactChannels({ contact }: { contact: ContactResponse }) {
  const { t } = useTranslation();
  const { data: channels = [] } = useQuery(channelsQuery);
  const connected = channels.filter(({ isConnected }) => isConnected);
  if (connected.length === 0) return <p className={classes.empty}>{t('panel.noChannels')}</p>;
  return (
    <ul className={classes.lines}>
      {connected.map(({ id, name, platform }) => {
        const refusal = startRefusal(platform, contact);
        return (
          <li key={id} className={classes.channelLine} data-unreachable={refusal !== null || undefined}>
            <PlatformIcon platform={platform} size={14} label={t(`platform.${platform}`)} />
            <span className={classes.lineName}>{name}</span>
            <span className={classes.lineState}>
              {refusal ? t(`panel.${refusal}`) : t('panel.reachable')}
            </span>
          </li>
        );
      })}
    </ul>
  );
}
