import {
  IconCopy,
  IconExternalLink,
  IconFileText,
  IconMapPin,
  IconPhone,
  IconPhoto,
  IconPlayerPlay,
  IconArrowBackUp,
} from '@tabler/icons-react';
import type {
  TemplateButton,
  TemplateCard,
  TemplateContent,
} from '@parley/contracts/events/template-content';
import { filledText, type TemplateValues } from '@parley/contracts/rules/template-filling';
import { useTranslation } from '../lib/translation';
import classes from './template-preview.module.css';

interface TemplatePreviewProps {
  content: TemplateContent;
  /** Values by slot key. A variable without a value is shown as its placeholder. */
  values: TemplateValues;
  /** Colour scheme of the phone in the preview, independent of the page's. */
  scheme: 'light' | 'dark';
  /** URL of the header's image. */
  mediaUrl?: string;
}

/** Preview of a template as WhatsApp renders it on a phone. */
export function TemplatePreview({ content, values, scheme, mediaUrl }: TemplatePreviewProps) {
  const { t } = useTranslation();
  const { footer, offer, cards } = content;
  return (
    <div className={classes.phone} data-scheme={scheme} role="figure" aria-label={t('template.preview')}>
      <div className={classes.bubble}>
        <Part part={content} prefix="" values={values} mediaUrl={mediaUrl} />
        {offer && <div className={classes.offer}>{offer.text}</div>}
        {footer && <div className={classes.footer}>{footer}</div>}
        <Buttons buttons={content.buttons} />
      </div>
      {cards.length > 0 && (
        <div className={classes.cards}>
          {cards.map((card, index) => (
            <div key={index} className={classes.bubble}>
              <Part part={card} prefix={`card.${index}.`} values={values} />
              <Buttons buttons={card.buttons} />
            </div>
          ))}
        </div>
      )}
    </div>
  );
}

interface PartProps {
  part: Pick<TemplateCard, 'header' | 'body'>;
  prefix: string;
  values: TemplateValues;
  mediaUrl?: string;
}

const mediaIcons = {
  image: IconPhoto,
  video: IconPlayerPlay,
  document: IconFileText,
  location: IconMapPin,
};

function Part({ part: { header, body }, prefix, values, mediaUrl }: PartProps) {
  const Icon = header && header.format !== 'text' ? mediaIcons[header.format] : null;
  return (
    <>
      {header?.format === 'text' && header.text !== '' && (
        <strong className={classes.header}>{filledText(header.text, `${prefix}header`, values)}</strong>
      )}
      {Icon && (
        <div className={classes.media}>
          {header?.format === 'image' && mediaUrl ? (
            <img src={mediaUrl} alt="" />
          ) : (
            <Icon size={28} stroke={1.4} aria-hidden />
          )}
        </div>
      )}
      <p className={classes.body}>
        <Marked text={filledText(body, `${prefix}body`, values)} />
      </p>
    </>
  );
}

const marks = { '*': 'strong', _: 'em', '~': 's' } as const;

/** Renders WhatsApp's text formatting: `*bold*`, `_italic_`, `~struck~`. */
function Marked({ text }: { text: string }) {
  const parts = text.split(
    /((?<![\w*])\*[^*\n]+\*(?![\w*])|(?<![\w_])_[^_\n]+_(?![\w_])|(?<!\w)~[^~\n]+~(?!\w))/,
  );
  return parts.map((part, index) => {
    const Mark = index % 2 === 1 ? marks[part[0] as keyof typeof marks] : null;
    return Mark ? <Mark key={index}>{part.slice(1, -1)}</Mark> : part;
  });
}

const buttonIcons: Partial<Record<TemplateButton['type'], typeof IconPhone>> = {
  'quick-reply': IconArrowBackUp,
  url: IconExternalLink,
  phone: IconPhone,
  'copy-code': IconCopy,
  otp: IconCopy,
};

function Buttons({ buttons }: { buttons: TemplateButton[] }) {
  if (buttons.length === 0) return null;
  return (
    <ul className={classes.buttons}>
      {buttons.map(({ type, text }, index) => {
        const Icon = buttonIcons[type];
        return (
          <li key={index}>
            {Icon && <Icon size={15} stroke={1.7} aria-hidden />}
            {text || '…'}
          </li>
        );
      })}
    </ul>
  );
}
