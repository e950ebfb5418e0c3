import { useEffect, useRef, useState, type Ref } from 'react';
import { useComputedColorScheme } from '@mantine/core';
import { useTranslation } from '../../../lib/translation';
import classes from './mail.module.css';
import { mailDocument } from './mail-document';

interface MailFrameProps {
  html: string;
  isDesigned: boolean;
  title: string;
  ref?: Ref<HTMLIFrameElement>;
}

/** The HTML of an e-mail, apart from the page: as high as it is, and without scripts. */
export function MailFrame({ html, isDesigned, title, ref }: MailFrameProps) {
  const { t, language } = useTranslation();
  const isDark = useComputedColorScheme() === 'dark';
  const [height, setHeight] = useState(40);
  const stop = useRef<() => void>(undefined);
  useEffect(() => () => stop.current?.(), []);
  const quoted = t('email.quoted');
  const { origin } = location;
  return (
    <iframe
      ref={ref}
      className={classes.frame}
      data-designed={isDesigned || undefined}
      title={title}
      // Without scripts in it, to be of our origin lets us measure it and lets it do nothing.
      sandbox="allow-same-origin allow-popups allow-popups-to-escape-sandbox allow-modals"
      referrerPolicy="no-referrer"
      srcDoc={mailDocument({ html, isDesigned, isDark, language, quoted, origin })}
      style={{ height }}
      onLoad={({ currentTarget: { contentDocument } }) => {
        stop.current?.();
        if (!contentDocument) return;
        const { body } = contentDocument;
        const measure = () => setHeight(Math.ceil(body.getBoundingClientRect().height) + scrollbarOf(body));
        const observer = new ResizeObserver(measure);
        observer.observe(body);
        measure();
        // Keys go to the page, whose they are; what is typed in no field.
        const pass = (event: KeyboardEvent) => {
          if (event.key === 'Enter' || event.key === ' ' || event.key === 'Tab') return;
          const { key, code, ctrlKey, metaKey, shiftKey, altKey } = event;
          const again = new KeyboardEvent('keydown', {
            key,
            code,
            ctrlKey,
            metaKey,
            shiftKey,
            altKey,
            bubbles: true,
          });
          document.body.dispatchEvent(again);
        };
        contentDocument.addEventListener('keydown', pass);
        stop.current = () => observer.disconnect();
      }}
    />
  );
}

/** Wide tables scroll inside: their bar takes room. */
function scrollbarOf(body: HTMLElement): number {
  return body.scrollWidth > body.clientWidth ? 16 : 0;
}
