import { Button } from '@mantine/core';
import { IconMapPin, IconTemplate, IconUser, IconZoomQuestion } from '@tabler/icons-react';
import type { ChatEntry } from '@parley/contracts/api/conversations';
import type { MessageContent, SharedContact } from '@parley/contracts/events/message-content';
import { useTranslation } from '../../lib/translation';
import { useOpenConversation } from '../conversation';
import { Asset } from './asset';
import classes from './content.module.css';
import { FormattedText } from './formatted-text';

/** The content of a message of any type. */
export function Content({ entry }: { entry: ChatEntry }) {
  const { t } = useTranslation();
  const { Text = FormattedText } = useOpenConversation().kind;
  const { content } = entry;
  if (entry.type === 'text' || entry.type === 'asset') {
    return (
      <>
        {entry.assets.map((asset) => (
          <Asset key={asset.id} messageId={entry.id} asset={asset} />
        ))}
        {entry.message !== null && (
          <div className={classes.text} data-caption={entry.assets.length > 0 || undefined}>
            <Text text={entry.message} />
          </div>
        )}
        {entry.message === null && entry.assets.length === 0 && <Erased />}
      </>
    );
  }
  if (!content) return <Erased />;
  switch (content.type) {
    case 'location':
      return <Location location={content} />;
    case 'contacts':
      return <Contacts contacts={content.contacts} />;
    case 'template':
      return <Template entry={entry} template={content} />;
    case 'unsupported':
      return (
        <details className={classes.unsupported}>
          <summary>
            <IconZoomQuestion size={16} aria-hidden /> {t('thread.unsupported')}
          </summary>
          <code>{content.rawKind}</code>
          {content.reason && <p>{content.reason}</p>}
        </details>
      );
    default:
      return null;
  }
}

function Erased() {
  const { t } = useTranslation();
  return <em className={classes.erased}>{t('thread.erased')}</em>;
}

/** A template as the contact sees it; its buttons do nothing here. */
function Template({
  entry,
  template,
}: {
  entry: ChatEntry;
  template: Extract<MessageContent, { type: 'template' }>;
}) {
  const { t } = useTranslation();
  const { name, header, text, footer, buttons = [] } = template;
  return (
    <>
      <div className={classes.kind}>
        <IconTemplate size={13} aria-hidden /> {t('thread.template', { name })}
      </div>
      {entry.assets.map((asset) => (
        <Asset key={asset.id} messageId={entry.id} asset={asset} />
      ))}
      {header && <strong className={classes.header}>{header}</strong>}
      <div className={classes.text}>
        <FormattedText text={text} />
      </div>
      {footer && <div className={classes.dim}>{footer}</div>}
      {buttons.length > 0 && (
        <ul className={classes.buttons} aria-label={t('thread.buttons')}>
          {buttons.map((button, index) => (
            <li key={index}>{button}</li>
          ))}
        </ul>
      )}
    </>
  );
}

type LocationContent = Extract<MessageContent, { type: 'location' }>;

/**
 * Shows a pin and a link instead of map tiles: loading tiles would reveal the contact's location to a map service.
 */
function Location({ location }: { location: LocationContent }) {
  const { t } = useTranslation();
  const { latitude, longitude, name, address } = location;
  const map = `https://www.openstreetmap.org/?mlat=${latitude}&mlon=${longitude}#map=16/${latitude}/${longitude}`;
  return (
    <div className={classes.card}>
      <span className={classes.pin}>
        <IconMapPin size={20} aria-hidden />
      </span>
      <div className={classes.cardText}>
        <strong>{name ?? t('type.location')}</strong>
        {address !== undefined && <span>{address}</span>}
        <span className={classes.dim}>
          {latitude.toFixed(5)}, {longitude.toFixed(5)}
        </span>
        <a href={map} target="_blank" rel="noopener noreferrer">
          {t('thread.openMap')}
        </a>
      </div>
    </div>
  );
}

function Contacts({ contacts }: { contacts: SharedContact[] }) {
  const { t } = useTranslation();
  return contacts.map((contact, index) => (
    <div className={classes.card} key={index}>
      <span className={classes.pin}>
        <IconUser size={20} aria-hidden />
      </span>
      <div className={classes.cardText}>
        <strong>{contact.name || t('type.contacts')}</strong>
        {contact.phones.map((phone) => (
          <Button
            key={phone}
            component="a"
            href={`tel:${phone.replaceAll(/[^\d+]/g, '')}`}
            variant="transparent"
            size="compact-xs"
            className={classes.reach}
          >
            {phone}
          </Button>
        ))}
        {contact.emails.map((email) => (
          <Button
            key={email}
            component="a"
            href={`mailto:${encodeURIComponent(email)}`}
            variant="transparent"
            size="compact-xs"
            className={classes.reach}
          >
            {email}
          </Button>
        ))}
      </div>
    </div>
  ));
}
