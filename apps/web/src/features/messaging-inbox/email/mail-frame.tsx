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

/** The HTML of an e-mail in a frame without scripts; the frame is as high as its content. */
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
      // The same origin lets this page measure the frame. The e-mail cannot exploit it, since scripts are forbidden.
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
        // Passes keys on to the surrounding page, which handles the shortcuts; the frame has no field to type in.
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

/** Height in pixels of the horizontal scrollbar that wide tables cause. */
function scrollbarOf(body: HTMLElement): number {
  return body.scrollWidth > body.clientWidth ? 16 : 0;
}
